package io.millrace.formats.record;

import io.millrace.bytecode.flow.OnlyFields;
import java.io.DataInput;
import java.io.DataInputStream;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import org.apache.hadoop.io.DataInputBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Reads the fields of a record in place, with the results of a {@link DataInputBuffer}, which would
 * copy each number twice. If a field cannot be read, such a buffer reads it and fails, so that the
 * position and the error are the same. For classes that, by {@link OnlyFields}, use only {@link
 * DataInput}. Used by one thread.
 */
final class RecordFieldsInput implements DataInput {

    private static final VarHandle LONG =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle INT =
            MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle SHORT =
            MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.BIG_ENDIAN);

    /** Reads a field from Hadoop's buffer. */
    private interface Reading<T extends @Nullable Object> {
        T from(DataInputBuffer in) throws IOException;
    }

    private final DataInputBuffer buffer = new DataInputBuffer();
    private byte[] bytes = {};
    private int position;
    private int end;

    /** Moves to {@code from[start, start + length)}. */
    void reset(byte[] from, int start, int length) {
        bytes = from;
        position = start;
        end = start + length;
    }

    /** Reads from the remaining bytes with Hadoop's buffer. */
    private <T extends @Nullable Object> T plain(Reading<T> reading) throws IOException {
        buffer.reset(bytes, position, end - position);
        try {
            return reading.from(buffer);
        } finally {
            position = buffer.getPosition();
        }
    }

    private boolean has(int count) {
        return end - position >= count;
    }

    /** Consumes a field of that many bytes and returns its offset. */
    private int next(int count) {
        int at = position;
        position = at + count;
        return at;
    }

    @Override
    public void readFully(byte[] target) throws IOException {
        if (target == null || !has(target.length)) {
            plain(in -> {
                in.readFully(target);
                return null;
            });
        } else {
            System.arraycopy(bytes, next(target.length), target, 0, target.length);
        }
    }

    @Override
    public void readFully(byte[] target, int offset, int length) throws IOException {
        if (target == null
                || (offset | length) < 0
                || length > target.length - offset
                || !has(length)) {
            plain(in -> {
                in.readFully(target, offset, length);
                return null;
            });
        } else {
            System.arraycopy(bytes, next(length), target, offset, length);
        }
    }

    @Override
    public int skipBytes(int count) {
        int skipped = Math.max(0, Math.min(count, end - position));
        position += skipped;
        return skipped;
    }

    @Override
    public boolean readBoolean() throws IOException {
        return has(Byte.BYTES) ? bytes[next(Byte.BYTES)] != 0 : plain(DataInput::readBoolean);
    }

    @Override
    public byte readByte() throws IOException {
        return has(Byte.BYTES) ? bytes[next(Byte.BYTES)] : plain(DataInput::readByte);
    }

    @Override
    public int readUnsignedByte() throws IOException {
        return has(Byte.BYTES)
                ? Byte.toUnsignedInt(bytes[next(Byte.BYTES)])
                : plain(DataInput::readUnsignedByte);
    }

    @Override
    public short readShort() throws IOException {
        return has(Short.BYTES)
                ? (short) SHORT.get(bytes, next(Short.BYTES))
                : plain(DataInput::readShort);
    }

    @Override
    public int readUnsignedShort() throws IOException {
        return has(Short.BYTES)
                ? Short.toUnsignedInt((short) SHORT.get(bytes, next(Short.BYTES)))
                : plain(DataInput::readUnsignedShort);
    }

    @Override
    public char readChar() throws IOException {
        return has(Character.BYTES)
                ? (char) (short) SHORT.get(bytes, next(Character.BYTES))
                : plain(DataInput::readChar);
    }

    @Override
    public int readInt() throws IOException {
        return has(Integer.BYTES)
                ? (int) INT.get(bytes, next(Integer.BYTES))
                : plain(DataInput::readInt);
    }

    @Override
    public long readLong() throws IOException {
        return has(Long.BYTES)
                ? (long) LONG.get(bytes, next(Long.BYTES))
                : plain(DataInput::readLong);
    }

    @Override
    public float readFloat() throws IOException {
        return has(Float.BYTES)
                ? Float.intBitsToFloat((int) INT.get(bytes, next(Float.BYTES)))
                : plain(DataInput::readFloat);
    }

    @Override
    public double readDouble() throws IOException {
        return has(Double.BYTES)
                ? Double.longBitsToDouble((long) LONG.get(bytes, next(Double.BYTES)))
                : plain(DataInput::readDouble);
    }

    @Override
    public @Nullable String readLine() {
        if (position == end) {
            return null;
        }
        StringBuilder line = new StringBuilder();
        while (position < end) {
            char next = (char) Byte.toUnsignedInt(bytes[position++]);
            if (next == '\n') {
                break;
            }
            if (next == '\r') {
                position += position < end && bytes[position] == '\n' ? 1 : 0;
                break;
            }
            line.append(next);
        }
        return line.toString();
    }

    @Override
    public String readUTF() throws IOException {
        return DataInputStream.readUTF(this);
    }
}
