package io.millrace.hadoop.testing;

import java.io.IOException;
import java.util.Arrays;
import org.apache.hadoop.io.DataOutputBuffer;
import org.apache.hadoop.io.Writable;

/** One serialized record. Equal if its bytes are. */
@SuppressWarnings("ArrayRecordComponent") // compared by their bytes
public record RawRecord(int partition, byte[] key, byte[] value) {

    public static RawRecord of(Writable key, Writable value) {
        return new RawRecord(0, bytes(key), bytes(value));
    }

    public static byte[] bytes(Writable writable) {
        DataOutputBuffer out = new DataOutputBuffer();
        try {
            writable.write(out);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
        return Arrays.copyOf(out.getData(), out.getLength());
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof RawRecord that
                && partition == that.partition
                && Arrays.equals(key, that.key)
                && Arrays.equals(value, that.value);
    }

    @Override
    public int hashCode() {
        return 31 * (31 * partition + Arrays.hashCode(key)) + Arrays.hashCode(value);
    }

    @Override
    public String toString() {
        return partition + ":" + Arrays.toString(key) + "=" + Arrays.toString(value);
    }
}
