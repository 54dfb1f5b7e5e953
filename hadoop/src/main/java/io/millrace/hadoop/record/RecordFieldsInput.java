package io.millrace.hadoop.record;

import java.io.DataInput;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * The fields of a record, read where its bytes are: what a {@link DataInputStream} over them gives,
 * which would copy each number twice. For classes that {@link OnlyFields} knows not to ask for more
 * than {@link DataInput}. Used by one thread.
 */
final class RecordFieldsInput implements DataInput {

    private static final VarHandle LONG =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle INT =
            MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle SHORT =
            MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.BIG_ENDIAN);

    private byte[] bytes = {};
    private int position;
    private int end;

    /** Goes to {@code from[start, start + length)}. */
    void reset(byte[] from, int start, int length) {
        bytes = from;
        position = start;
        end = start + length;
    }

    /** Where a field of that many bytes is, which is read herewith. */
    private int next(int count) throws EOFException {
        int at = position;
        if (end - at < count) {
            position = end; // as a stream, which has read what there was when it finds the end
            throw new EOFException();
        }
        position = at + count;
        return at;
    }

    @Override
    public void readFully(byte[] target) throws IOException {
        readFully(target, 0, target.length);
    }

    @Override
    public void readFully(byte[] target, int offset, int length) throws IOException {
        System.arraycopy(bytes, next(length), target, offset, length);
    }

    @Override
    public int skipBytes(int count) {
        int skipped = Math.max(0, Math.min(count, end - position));
        position += skipped;
        return skipped;
    }

    @Override
    public boolean readBoolean() throws IOException {
        return readByte() != 0;
    }

    @Override
    public byte readByte() throws IOException {
        return bytes[next(Byte.BYTES)];
    }

    @Override
    public int readUnsignedByte() throws IOException {
        return Byte.toUnsignedInt(readByte());
    }

    @Override
    public short readShort() throws IOException {
        return (short) SHORT.get(bytes, next(Short.BYTES));
    }

    @Override
    public int readUnsignedShort() throws IOException {
        return Short.toUnsignedInt(readShort());
    }

    @Override
    public char readChar() throws IOException {
        return (char) readShort();
    }

    @Override
    public int readInt() throws IOException {
        return (int) INT.get(bytes, next(Integer.BYTES));
    }

    @Override
    public long readLong() throws IOException {
        return (long) LONG.get(bytes, next(Long.BYTES));
    }

    @Override
    public float readFloat() throws IOException {
        return Float.intBitsToFloat(readInt());
    }

    @Override
    public double readDouble() throws IOException {
        return Double.longBitsToDouble(readLong());
    }

    @Override
    public String readLine() {
        throw new UnsupportedOperationException("lines are no fields");
    }

    @Override
    public String readUTF() throws IOException {
        return DataInputStream.readUTF(this);
    }
}
