package io.millrace.formats.record;

import io.millrace.bytecode.rewrite.Rewrite;
import java.io.IOException;
import java.util.Set;
import org.apache.hadoop.conf.Configurable;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.DataInputBuffer;
import org.apache.hadoop.io.serializer.Deserializer;
import org.apache.hadoop.io.serializer.SerializationFactory;
import org.jspecify.annotations.Nullable;

/**
 * Makes objects from the records of a SequenceFile, as Hadoop's reader does: a deserializer of keys
 * sees the value's bytes behind its own, and both have to read what is theirs and no more. Used by
 * one thread.
 */
public final class SequenceDeserializer {

    private final Configuration conf;
    private final DataInputBuffer in;
    private final FieldReader<Object> keys;
    private final FieldReader<Object> values;

    /** Where the record ends that is being read. */
    private int end;

    /** Opens the deserializers that {@code conf} has for these classes. */
    public SequenceDeserializer(Configuration conf, Class<?> keyClass, Class<?> valueClass)
            throws IOException {
        this.conf = conf;
        Set<Rewrite> rewrites = Rewrite.in(conf::get);
        in = rewrites.contains(Rewrite.STREAM_READ) ? new RecordInput() : new DataInputBuffer();
        SerializationFactory factory = new SerializationFactory(conf);
        Deserializer<Object> key = open(factory, keyClass, "key");
        Deserializer<Object> value = open(factory, valueClass, "value");
        keys =
                knownOr(
                        rewrites,
                        factory,
                        keyClass,
                        (bytes, at, length, reuse) -> key(key, bytes, at, length, reuse));
        values =
                knownOr(
                        rewrites,
                        factory,
                        valueClass,
                        (bytes, at, length, reuse) -> value(value, bytes, at, length, reuse));
    }

    @SuppressWarnings("unchecked") // the serialization is asked for this very class
    private Deserializer<Object> open(SerializationFactory factory, Class<?> type, String role)
            throws IOException {
        Deserializer<Object> deserializer = factory.getDeserializer((Class<Object>) type);
        if (deserializer == null) {
            throw new IOException(
                    "No serialization in io.serializations accepts the "
                            + role
                            + " class "
                            + type.getName()
                            + " of the SequenceFile; add the one that it was written with");
        }
        deserializer.open(in);
        return deserializer;
    }

    @SuppressWarnings("unchecked") // of this very class
    private static FieldReader<Object> knownOr(
            Set<Rewrite> rewrites,
            SerializationFactory factory,
            Class<?> type,
            FieldReader<Object> plain) {
        FieldReader<Object> known =
                rewrites.contains(Rewrite.KNOWN_READ) && Serializations.isPlain(factory, type)
                        ? KnownReaders.of((Class<Object>) type, plain)
                        : null;
        return known == null ? plain : known;
    }

    private Object key(
            Deserializer<Object> deserializer,
            byte[] bytes,
            int at,
            int length,
            @Nullable Object reuse)
            throws IOException {
        in.reset(bytes, at, end - at);
        Object key = deserializer.deserialize(reuse);
        checkRead(key, in.getPosition() - at, length);
        return key;
    }

    private Object value(
            Deserializer<Object> deserializer,
            byte[] bytes,
            int at,
            int length,
            @Nullable Object reuse)
            throws IOException {
        if (reuse instanceof Configurable configurable) {
            configurable.setConf(conf);
        }
        in.reset(bytes, at, length);
        Object value = deserializer.deserialize(reuse);
        int read = in.getPosition() - at;
        if (in.read() > 0) { // Hadoop lets a zero pass
            checkRead(value, read, length);
        }
        return value;
    }

    private static void checkRead(Object object, int read, int length) throws IOException {
        if (read != length) {
            throw new IOException(
                    object
                            + " read "
                            + read
                            + " bytes, should read "
                            + length
                            + "; "
                            + object.getClass().getName()
                            + " does not read what it writes, or was written by another version");
        }
    }

    /** The key in {@code bytes[at, at + length)}, of a record that goes on to {@code recordEnd}. */
    public Object key(byte[] bytes, int at, int length, int recordEnd, @Nullable Object reuse)
            throws IOException {
        end = recordEnd;
        return keys.read(bytes, at, length, reuse);
    }

    /** The value in {@code bytes[at, at + length)}. */
    public Object value(byte[] bytes, int at, int length, @Nullable Object reuse)
            throws IOException {
        return values.read(bytes, at, length, reuse);
    }
}
