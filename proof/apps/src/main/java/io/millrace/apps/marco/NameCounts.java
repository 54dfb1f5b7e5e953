package io.millrace.apps.marco;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.io.WritableUtils;

/**
 * A list of names with counts, in the order in which they were added. It stays in its serialized
 * form, so that lists are joined without looking at their names. Used by one thread.
 */
public final class NameCounts implements Writable {

    private static final int BITS_IN_BYTE = 7;
    private static final int BITS = (1 << BITS_IN_BYTE) - 1;
    private static final int MAX_NUMBER_BYTES = 5;
    private static final int FIRST_BYTES = 32;

    private byte[] bytes = new byte[FIRST_BYTES];
    private int length;

    /** Receives the entries of a list. */
    @FunctionalInterface
    interface Action {
        void accept(String name, int count);
    }

    void clear() {
        length = 0;
    }

    void add(Text name, int count) {
        add(name.getBytes(), name.getLength(), count);
    }

    void add(String name, int count) {
        byte[] encoded = name.getBytes(UTF_8);
        add(encoded, encoded.length, count);
    }

    private void add(byte[] name, int nameLength, int count) {
        makeRoom(2 * MAX_NUMBER_BYTES + nameLength);
        putNumber(count);
        putNumber(nameLength);
        System.arraycopy(name, 0, bytes, length, nameLength);
        length += nameLength;
    }

    /** Appends the entries of another list. */
    void addAll(NameCounts other) {
        makeRoom(other.length);
        System.arraycopy(other.bytes, 0, bytes, length, other.length);
        length += other.length;
    }

    void forEach(Action action) {
        int at = 0;
        while (at < length) {
            int count = numberAt(at);
            at += numberBytes(count);
            int nameLength = numberAt(at);
            at += numberBytes(nameLength);
            action.accept(new String(bytes, at, nameLength, UTF_8), count);
            at += nameLength;
        }
    }

    private void makeRoom(int more) {
        if (bytes.length - length < more) {
            bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, Math.addExact(length, more)));
        }
    }

    /** Seven bits in each byte, the lowest first; all but the last byte have the highest bit. */
    private void putNumber(int number) {
        int rest = number;
        while ((rest & ~BITS) != 0) {
            bytes[length++] = (byte) ((rest & BITS) | ~BITS);
            rest >>>= BITS_IN_BYTE;
        }
        bytes[length++] = (byte) rest;
    }

    private int numberAt(int position) {
        int number = 0;
        int shift = 0;
        int at = position;
        while (bytes[at] < 0) {
            number |= (bytes[at++] & BITS) << shift;
            shift += BITS_IN_BYTE;
        }
        return number | (bytes[at] << shift);
    }

    private static int numberBytes(int number) {
        int bits = Integer.SIZE - Integer.numberOfLeadingZeros(number | 1);
        return (bits + BITS_IN_BYTE - 1) / BITS_IN_BYTE;
    }

    @Override
    public void write(DataOutput out) throws IOException {
        WritableUtils.writeVInt(out, length);
        out.write(bytes, 0, length);
    }

    @Override
    public void readFields(DataInput in) throws IOException {
        int size = WritableUtils.readVInt(in);
        length = 0;
        makeRoom(size);
        in.readFully(bytes, 0, size);
        length = size;
    }
}
