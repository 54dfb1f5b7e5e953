package io.millrace.formats.record;

import io.millrace.bytecode.flow.OnlyFields;
import io.millrace.bytecode.rewrite.Rewrite;
import io.millrace.engine.record.RecordCursor;
import java.io.IOException;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.DataInputBuffer;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.io.serializer.Deserializer;
import org.apache.hadoop.io.serializer.SerializationFactory;
import org.apache.hadoop.util.ReflectionUtils;
import org.jspecify.annotations.Nullable;

/**
 * Makes objects from the keys and values under a cursor. A deserializer sees the bytes of its own
 * key or value and then the end of the stream, never the next record. Used by one thread.
 */
public final class RecordDeserializer<K, V> {

    private final Configuration conf;
    private final DataInputBuffer in;
    private final FieldReader<K> keys;
    private final FieldReader<V> values;

    /** Opens the deserializers that {@code conf} has for these classes. */
    public RecordDeserializer(Configuration conf, Class<K> keyClass, Class<V> valueClass)
            throws IOException {
        this.conf = conf;
        SerializationFactory factory = new SerializationFactory(conf);
        Set<Rewrite> rewrites = Rewrite.in(conf::get);
        in = rewrites.contains(Rewrite.STREAM_READ) ? new RecordInput() : new DataInputBuffer();
        keys = open(factory, keyClass, "key", rewrites);
        values = open(factory, valueClass, "value", rewrites);
    }

    private <T> FieldReader<T> open(
            SerializationFactory factory, Class<T> type, String role, Set<Rewrite> rewrites)
            throws IOException {
        Deserializer<T> deserializer = factory.getDeserializer(type);
        if (deserializer == null) {
            throw new IOException(
                    "No serialization in io.serializations accepts the map output "
                            + role
                            + " class "
                            + type.getName()
                            + "; make it a Writable or add a serialization for it");
        }
        deserializer.open(in);
        FieldReader<T> plain =
                (bytes, at, length, reuse) -> {
                    in.reset(bytes, at, length);
                    return deserializer.deserialize(reuse);
                };
        if (!Serializations.isPlain(factory, type)) {
            return plain;
        }
        FieldReader<T> known = KnownReaders.of(type, plain);
        if (known != null) {
            return rewrites.contains(Rewrite.KNOWN_READ) ? known : plain;
        }
        return rewrites.contains(Rewrite.FIELDS_READ) && OnlyFields.reads(type)
                ? withoutStream(type, plain)
                : plain;
    }

    /** What Hadoop's deserializer of Writables does, without its stream. */
    private <T> FieldReader<T> withoutStream(Class<T> type, FieldReader<T> plain) {
        RecordFieldsInput fields = new RecordFieldsInput();
        return (bytes, at, length, reuse) -> {
            T object = reuse == null ? ReflectionUtils.newInstance(type, conf) : reuse;
            if (object.getClass() != type) {
                return plain.read(bytes, at, length, object);
            }
            fields.reset(bytes, at, length);
            ((Writable) object).readFields(fields);
            return object;
        };
    }

    /** The cursor's key, in {@code reuse} if that is given and the serialization can. */
    public K key(RecordCursor cursor, @Nullable K reuse) throws IOException {
        return key(cursor.keyBytes(), cursor.keyOffset(), cursor.keyLength(), reuse);
    }

    /** The key in {@code bytes[at, at + length)}. */
    public K key(byte[] bytes, int at, int length, @Nullable K reuse) throws IOException {
        return keys.read(bytes, at, length, reuse);
    }

    /** The cursor's value, in {@code reuse} if that is given and the serialization can. */
    public V value(RecordCursor cursor, @Nullable V reuse) throws IOException {
        return value(cursor.valueBytes(), cursor.valueOffset(), cursor.valueLength(), reuse);
    }

    /** The value in {@code bytes[at, at + length)}. */
    public V value(byte[] bytes, int at, int length, @Nullable V reuse) throws IOException {
        return values.read(bytes, at, length, reuse);
    }
}
