package io.millrace.formats.record;

import io.millrace.bytecode.flow.OnlyFields;
import io.millrace.bytecode.rewrite.Rewrite;
import io.millrace.engine.record.RecordOutput;
import io.millrace.engine.record.RecordSink;
import java.io.IOException;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.io.serializer.SerializationFactory;
import org.apache.hadoop.io.serializer.Serializer;
import org.jspecify.annotations.Nullable;

/**
 * Serializes keys and values of a job straight into a record sink. The serializers are opened once;
 * a record that fails half-way is taken back. Used by one thread at a time.
 */
public final class RecordSerializer<K, V> {

    private final RecordDataOutput out = new RecordDataOutput();
    private final FieldWriter<K> keys;
    private final FieldWriter<V> values;
    private @Nullable RecordSink sink;

    /** Opens the serializers that {@code conf} has for these classes. */
    public RecordSerializer(Configuration conf, Class<K> keyClass, Class<V> valueClass)
            throws IOException {
        SerializationFactory factory = new SerializationFactory(conf);
        Set<Rewrite> rewrites = Rewrite.in(conf::get);
        keys = open(factory, keyClass, "key", rewrites);
        values = open(factory, valueClass, "value", rewrites);
    }

    private <T> FieldWriter<T> open(
            SerializationFactory factory, Class<T> type, String role, Set<Rewrite> rewrites)
            throws IOException {
        boolean isPlain = Serializations.isPlain(factory, type);
        FieldWriter<T> known = isPlain ? KnownWriters.of(type) : null;
        if (known != null && rewrites.contains(Rewrite.KNOWN_WRITE)) {
            return known;
        }
        Serializer<T> serializer = factory.getSerializer(type);
        if (serializer == null) {
            throw new IOException(
                    "No serialization in io.serializations accepts the map output "
                            + role
                            + " class "
                            + type.getName()
                            + "; make it a Writable or add a serialization for it");
        }
        serializer.open(out);
        FieldWriter<T> plain = (value, record, stream) -> serializer.serialize(value);
        return isPlain
                        && known == null
                        && rewrites.contains(Rewrite.FIELDS_WRITE)
                        && OnlyFields.writes(type)
                ? withoutStream(type, plain)
                : plain;
    }

    /** What Hadoop's serializer of Writables does, without its stream. */
    private <T> FieldWriter<T> withoutStream(Class<T> type, FieldWriter<T> plain) {
        RecordFieldsOutput fields = new RecordFieldsOutput(out);
        return (value, record, stream) -> {
            if (value.getClass() == type) {
                fields.target(record);
                ((Writable) value).write(fields);
            } else {
                plain.write(value, record, stream);
            }
        };
    }

    /** From now on records go to {@code target}; null drops them. */
    public void target(@Nullable RecordSink target) {
        sink = target;
        if (target != null) {
            out.target(target.output());
        }
    }

    /**
     * Writes one record.
     *
     * @return its key and value bytes
     */
    public int write(K key, V value, int partition) throws IOException, InterruptedException {
        RecordSink target = sink;
        if (target == null) {
            return 0;
        }
        boolean ended = false;
        try {
            RecordOutput record = target.output();
            keys.write(key, record, out);
            target.endKey();
            values.write(value, record, out);
            int length = record.length();
            target.endRecord(partition);
            ended = true;
            return length;
        } finally {
            if (!ended) {
                target.discardRecord();
            }
        }
    }
}
