package io.millrace.collective.gang;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;
import org.apache.hadoop.io.DataOutputBuffer;
import org.apache.hadoop.io.RawComparator;
import org.apache.hadoop.io.Writable;

/** A serialized record on its way to a reducer. */
record RawRecord(byte[] key, byte[] value) {

    static RawRecord of(Writable key, Writable value) throws IOException {
        return new RawRecord(bytes(key), bytes(value));
    }

    private static byte[] bytes(Writable object) throws IOException {
        DataOutputBuffer out = new DataOutputBuffer();
        object.write(out);
        return Arrays.copyOf(out.getData(), out.getLength());
    }

    int compareKey(RawRecord other, RawComparator<?> order) {
        return order.compare(key, 0, key.length, other.key, 0, other.key.length);
    }

    void write(DataOutput out) throws IOException {
        out.writeInt(key.length);
        out.write(key);
        out.writeInt(value.length);
        out.write(value);
    }

    static RawRecord read(DataInput in) throws IOException {
        byte[] key = new byte[in.readInt()];
        in.readFully(key);
        byte[] value = new byte[in.readInt()];
        in.readFully(value);
        return new RawRecord(key, value);
    }
}
