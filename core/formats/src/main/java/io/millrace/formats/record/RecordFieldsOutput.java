package io.millrace.formats.record;

import io.millrace.bytecode.flow.OnlyFields;
import io.millrace.engine.record.RecordOutput;
import java.io.DataOutput;
import java.io.DataOutputStream;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Writes the fields of a record in place, with the same bytes as a {@link DataOutputStream}, which
 * would copy each number twice. For classes that, by {@link OnlyFields}, use only {@link
 * DataOutput}. Used by one thread.
 */
final class RecordFieldsOutput implements DataOutput {

    private static final VarHandle LONG =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle INT =
            MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle SHORT =
            MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.BIG_ENDIAN);

    private final DataOutputStream stream;
    private RecordOutput out = new RecordOutput(0);

    /**
     * An output without a target.
     *
     * @param stream always writes to the same target, without buffering
     */
    RecordFieldsOutput(DataOutputStream stream) {
        this.stream = stream;
    }

    /** Writes to {@code target} from now on. */
    void target(RecordOutput target) {
        out = target;
    }

    @Override
    public void write(int value) {
        out.write(value);
    }

    @Override
    public void write(byte[] bytes) throws IOException {
        if (bytes == null) {
            stream.write(bytes);
        } else {
            out.write(bytes, 0, bytes.length);
        }
    }

    @Override
    public void write(byte[] bytes, int offset, int length) {
        out.write(bytes, offset, length);
    }

    @Override
    public void writeBoolean(boolean value) {
        out.write(value ? 1 : 0);
    }

    @Override
    public void writeByte(int value) {
        out.write(value);
    }

    @Override
    public void writeShort(int value) {
        int at = out.reserve(Short.BYTES);
        SHORT.set(out.array(), at, (short) value);
    }

    @Override
    public void writeChar(int value) {
        writeShort(value);
    }

    @Override
    public void writeInt(int value) {
        int at = out.reserve(Integer.BYTES);
        INT.set(out.array(), at, value);
    }

    @Override
    public void writeLong(long value) {
        int at = out.reserve(Long.BYTES);
        LONG.set(out.array(), at, value);
    }

    @Override
    public void writeFloat(float value) {
        writeInt(Float.floatToIntBits(value));
    }

    @Override
    public void writeDouble(double value) {
        writeLong(Double.doubleToLongBits(value));
    }

    @Override
    public void writeBytes(String text) throws IOException {
        stream.writeBytes(text);
    }

    @Override
    public void writeChars(String text) throws IOException {
        stream.writeChars(text);
    }

    @Override
    public void writeUTF(String text) throws IOException {
        stream.writeUTF(text);
    }
}
