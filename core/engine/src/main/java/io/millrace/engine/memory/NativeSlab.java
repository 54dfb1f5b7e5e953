package io.millrace.engine.memory;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** A slab in a direct buffer, which the garbage collector neither scans nor moves. */
final class NativeSlab extends Slab {

    private final ByteBuffer bytes;

    NativeSlab(MemoryAccount account, ByteBuffer bytes) {
        super(account, bytes.capacity());
        this.bytes = bytes.order(ByteOrder.nativeOrder());
    }

    ByteBuffer buffer() {
        return bytes;
    }

    @Override
    public long getLong(int at) {
        return bytes.getLong(at);
    }

    @Override
    public void putLong(int at, long value) {
        bytes.putLong(at, value);
    }

    @Override
    public int getInt(int at) {
        return bytes.getInt(at);
    }

    @Override
    public void putInt(int at, int value) {
        bytes.putInt(at, value);
    }

    @Override
    public void copyIn(int at, byte[] source, int offset, int length) {
        bytes.put(at, source, offset, length);
    }

    @Override
    public void copyOut(int at, byte[] target, int offset, int length) {
        bytes.get(at, target, offset, length);
    }

    @Override
    public void copyTo(int at, Slab target, int targetAt, int length) {
        if (target instanceof NativeSlab other) {
            other.bytes.put(targetAt, bytes, at, length);
        } else {
            bytes.get(at, target.array(), targetAt, length);
        }
    }

    @Override
    public boolean onHeap() {
        return false;
    }

    @Override
    public byte[] array() {
        throw new UnsupportedOperationException("this slab is off the heap");
    }
}
