package io.millrace.formats.record;

import io.millrace.bytecode.rewrite.Rewrite;
import io.millrace.formats.record.FieldWays.Way;
import io.millrace.formats.registry.FieldReader;
import io.millrace.formats.registry.FieldWriter;
import io.millrace.formats.registry.FormatRegistry;
import io.millrace.formats.registry.JobFormats;
import io.millrace.formats.registry.RecordEntry;
import java.io.IOException;
import java.util.function.UnaryOperator;
import org.apache.hadoop.conf.Configurable;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.DataInputBuffer;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.io.serializer.Deserializer;
import org.apache.hadoop.io.serializer.SerializationFactory;
import org.apache.hadoop.io.serializer.Serializer;
import org.apache.hadoop.util.ReflectionUtils;
import org.jspecify.annotations.Nullable;

/**
 * Creates serializers and deserializers of records, from the registry's entries for their classes
 * and the serializations that a configuration names. {@link #ways} decides separately which to use,
 * so that a job decides once. Used by one thread at a time.
 */
public final class RecordSerialization {

    private static final String OF_MAP_OUTPUT =
            "No serialization in io.serializations accepts the map output %s class %s; make it a Writable or add a serialization for it";
    private static final String OF_FILE =
            "No serialization in io.serializations accepts the %s class %s of the"
                    + " SequenceFile; add the serialization that wrote the file";

    private final Configuration conf;
    private final SerializationFactory factory;
    private final JobFormats formats;

    public RecordSerialization(Configuration conf, JobFormats formats) {
        this.conf = conf;
        this.factory = new SerializationFactory(conf);
        this.formats = formats;
    }

    /** Decides how records of these classes are written and read. */
    public RecordWays ways(Class<?> keyClass, Class<?> valueClass) {
        return new RecordWays(
                FieldWays.of(keyClass, factory, formats),
                FieldWays.of(valueClass, factory, formats),
                formats.rewrites().contains(Rewrite.STREAM_READ));
    }

    /**
     * A serializer that works in these ways.
     *
     * @throws IOException if no serialization accepts one of the classes
     */
    public <K, V> RecordSerializer<K, V> serializer(
            Class<K> keyClass, Class<V> valueClass, RecordWays ways) throws IOException {
        RecordDataOutput stream = new RecordDataOutput();
        return new RecordSerializer<>(
                stream,
                writer(keyClass, ways.keys().writing(), "key", stream),
                writer(valueClass, ways.values().writing(), "value", stream));
    }

    /** The same without an earlier decision. */
    public <K, V> RecordSerializer<K, V> serializer(Class<K> keyClass, Class<V> valueClass)
            throws IOException {
        return serializer(keyClass, valueClass, ways(keyClass, valueClass));
    }

    /** If the decision was made for another class of the same name, the class writes itself. */
    private <T> FieldWriter<T> writer(Class<T> type, Way way, String role, RecordDataOutput stream)
            throws IOException {
        RecordEntry<T> entry = way == Way.KNOWN ? registry().record(type) : null;
        if (entry != null && entry.writer() != null) {
            return entry.writer();
        }
        Serializer<T> serializer = factory.getSerializer(type);
        if (serializer == null) {
            throw new IOException(OF_MAP_OUTPUT.formatted(role, type.getName()));
        }
        serializer.open(stream);
        FieldWriter<T> plain = (value, record, out) -> serializer.serialize(value);
        return way == Way.FIELDS ? withoutStream(type, plain, stream) : plain;
    }

    /** Equivalent of Hadoop's serializer of Writables, without its stream. */
    private static <T> FieldWriter<T> withoutStream(
            Class<T> type, FieldWriter<T> plain, RecordDataOutput stream) {
        RecordFieldsOutput fields = new RecordFieldsOutput(stream);
        return (value, record, out) -> {
            if (value.getClass() == type) {
                fields.target(record);
                ((Writable) value).write(fields);
            } else {
                plain.write(value, record, out);
            }
        };
    }

    /**
     * A deserializer that works in these ways.
     *
     * @throws IOException if no serialization accepts one of the classes
     */
    public <K, V> RecordDeserializer<K, V> deserializer(
            Class<K> keyClass, Class<V> valueClass, RecordWays ways) throws IOException {
        DataInputBuffer in = stream(ways);
        return new RecordDeserializer<>(
                reader(keyClass, ways.keys().reading(), "key", in),
                reader(valueClass, ways.values().reading(), "value", in));
    }

    /** The same without an earlier decision. */
    public <K, V> RecordDeserializer<K, V> deserializer(Class<K> keyClass, Class<V> valueClass)
            throws IOException {
        return deserializer(keyClass, valueClass, ways(keyClass, valueClass));
    }

    private <T> FieldReader<T> reader(Class<T> type, Way way, String role, DataInputBuffer in)
            throws IOException {
        Deserializer<T> deserializer = open(type, role, OF_MAP_OUTPUT, in);
        FieldReader<T> plain =
                (bytes, at, length, reuse) -> {
                    in.reset(bytes, at, length);
                    return deserializer.deserialize(reuse);
                };
        return way == Way.FIELDS ? withoutStream(type, plain) : knownOr(type, way, plain);
    }

    /** Equivalent of Hadoop's deserializer of Writables, without its stream. */
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

    /**
     * A deserializer of a SequenceFile's records. The file names their classes, so a job cannot
     * decide in advance.
     *
     * @throws IOException if no serialization accepts one of the classes
     */
    public SequenceDeserializer sequenceDeserializer(Class<?> keyClass, Class<?> valueClass)
            throws IOException {
        RecordWays ways = ways(keyClass, valueClass);
        DataInputBuffer in = stream(ways);
        Deserializer<Object> key = open(object(keyClass), "key", OF_FILE, in);
        Deserializer<Object> value = open(object(valueClass), "value", OF_FILE, in);
        UnaryOperator<FieldReader<Object>> quickKeys =
                plain -> knownOr(object(keyClass), ways.keys().reading(), plain);
        UnaryOperator<FieldReader<Object>> quickValues =
                plain -> knownOr(object(valueClass), ways.values().reading(), plain);
        return new SequenceDeserializer(
                in,
                key::deserialize,
                reuse -> {
                    if (reuse instanceof Configurable configurable) {
                        configurable.setConf(conf);
                    }
                    return value.deserialize(reuse);
                },
                quickKeys,
                quickValues);
    }

    @SuppressWarnings("unchecked") // readers and serializations are those of this class
    private static Class<Object> object(Class<?> type) {
        return (Class<Object>) type;
    }

    private static DataInputBuffer stream(RecordWays ways) {
        return ways.quickStream() ? new RecordInput() : new DataInputBuffer();
    }

    private <T> Deserializer<T> open(Class<T> type, String role, String missing, DataInputBuffer in)
            throws IOException {
        Deserializer<T> deserializer = factory.getDeserializer(type);
        if (deserializer == null) {
            throw new IOException(missing.formatted(role, type.getName()));
        }
        deserializer.open(in);
        return deserializer;
    }

    private <T> FieldReader<T> knownOr(Class<T> type, Way way, FieldReader<T> plain) {
        RecordEntry<T> entry = way == Way.KNOWN ? registry().record(type) : null;
        @Nullable FieldReader<T> known = entry == null ? null : entry.readerOr(plain);
        return known == null ? plain : known;
    }

    private FormatRegistry registry() {
        return formats.registry();
    }
}
