package io.millrace.engine.memory;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** A slab in a byte array. */
final class HeapSlab extends Slab {

    private static final VarHandle LONGS =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());
    private static final VarHandle INTS =
            MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.nativeOrder());

    private final byte[] bytes;

    HeapSlab(MemoryAccount account, byte[] bytes) {
        super(account, bytes.length);
        this.bytes = bytes;
    }

    @Override
    public long getLong(int at) {
        return (long) LONGS.get(bytes, at);
    }

    @Override
    public void putLong(int at, long value) {
        LONGS.set(bytes, at, value);
    }

    @Override
    public int getInt(int at) {
        return (int) INTS.get(bytes, at);
    }

    @Override
    public void putInt(int at, int value) {
        INTS.set(bytes, at, value);
    }

    @Override
    public void copyIn(int at, byte[] source, int offset, int length) {
        System.arraycopy(source, offset, bytes, at, length);
    }

    @Override
    public void copyOut(int at, byte[] target, int offset, int length) {
        System.arraycopy(bytes, at, target, offset, length);
    }

    @Override
    public void copyTo(int at, Slab target, int targetAt, int length) {
        target.copyIn(targetAt, bytes, at, length);
    }

    @Override
    public boolean onHeap() {
        return true;
    }

    @Override
    public byte[] array() {
        return bytes;
    }
}
