package io.millrace.engine.testing;

import io.millrace.engine.record.RecordCursor;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** One record as bytes of its own, equal to another by content. The arrays are not copied. */
public record ByteRecord(byte[] key, byte[] value) {

    /** A record of two texts in UTF-8. */
    public static ByteRecord of(String key, String value) {
        return new ByteRecord(
                key.getBytes(StandardCharsets.UTF_8), value.getBytes(StandardCharsets.UTF_8));
    }

    /** A copy of the record that {@code cursor} is at. */
    public static ByteRecord copyOf(RecordCursor cursor) {
        int key = cursor.keyOffset();
        int value = cursor.valueOffset();
        return new ByteRecord(
                Arrays.copyOfRange(cursor.keyBytes(), key, key + cursor.keyLength()),
                Arrays.copyOfRange(cursor.valueBytes(), value, value + cursor.valueLength()));
    }

    public String keyText() {
        return new String(key, StandardCharsets.UTF_8);
    }

    public String valueText() {
        return new String(value, StandardCharsets.UTF_8);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof ByteRecord record
                && Arrays.equals(key, record.key)
                && Arrays.equals(value, record.value);
    }

    @Override
    public int hashCode() {
        return 31 * Arrays.hashCode(key) + Arrays.hashCode(value);
    }

    @Override
    public String toString() {
        return keyText() + "=" + valueText();
    }
}
