package io.millrace.formats.record;

import io.millrace.formats.registry.FieldReader;
import java.io.IOException;
import java.util.function.UnaryOperator;
import org.apache.hadoop.io.DataInputBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Deserializes the records of a SequenceFile as Hadoop's reader does: a deserializer of keys sees
 * the value's bytes after its own, and both must read exactly their own bytes. Used by one thread.
 */
public final class SequenceDeserializer {

    private final DataInputBuffer in;
    private final FieldReader<Object> keys;
    private final FieldReader<Object> values;

    /** End of the record being read. */
    private int end;

    /** Deserializes from the stream. */
    interface Source {
        Object deserialize(@Nullable Object reuse) throws IOException;
    }

    /**
     * Combines a source of keys and a source of values.
     *
     * @param in the stream that both sources read
     * @param quickKeys replaces a source's reader of keys, or returns it unchanged
     * @param quickValues the same for values
     */
    SequenceDeserializer(
            DataInputBuffer in,
            Source key,
            Source value,
            UnaryOperator<FieldReader<Object>> quickKeys,
            UnaryOperator<FieldReader<Object>> quickValues) {
        this.in = in;
        keys = quickKeys.apply((bytes, at, length, reuse) -> key(key, bytes, at, length, reuse));
        values =
                quickValues.apply(
                        (bytes, at, length, reuse) -> value(value, bytes, at, length, reuse));
    }

    private Object key(Source source, byte[] bytes, int at, int length, @Nullable Object reuse)
            throws IOException {
        in.reset(bytes, at, end - at);
        Object key = source.deserialize(reuse);
        checkRead(key, in.getPosition() - at, length);
        return key;
    }

    private Object value(Source source, byte[] bytes, int at, int length, @Nullable Object reuse)
            throws IOException {
        in.reset(bytes, at, length);
        Object value = source.deserialize(reuse);
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
                            + " does not read exactly what it writes, or another version"
                            + " wrote the file");
        }
    }

    /** The key in {@code bytes[at, at + length)}, of a record that ends at {@code recordEnd}. */
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
