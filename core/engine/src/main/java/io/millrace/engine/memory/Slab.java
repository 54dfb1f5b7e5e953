package io.millrace.engine.memory;

/**
 * A piece of record memory, on the heap or off it, owned by exactly one holder at a time. Its
 * holder reads and writes it from one thread at a time, and either hands it on or closes it. All
 * positions are in bytes; numbers are in native byte order and need not be aligned.
 */
public abstract sealed class Slab implements AutoCloseable permits HeapSlab, NativeSlab {

    private final MemoryAccount account;
    private final int capacity;
    private boolean closed;

    Slab(MemoryAccount account, int capacity) {
        this.account = account;
        this.capacity = capacity;
    }

    /** Its size in bytes. */
    public final int capacity() {
        return capacity;
    }

    public abstract long getLong(int at);

    public abstract void putLong(int at, long value);

    public abstract int getInt(int at);

    public abstract void putInt(int at, int value);

    /** Copies bytes from an array into this slab. */
    public abstract void copyIn(int at, byte[] source, int offset, int length);

    /** Copies bytes of this slab into an array. */
    public abstract void copyOut(int at, byte[] target, int offset, int length);

    /** Copies bytes of this slab into another one, of any kind. */
    public abstract void copyTo(int at, Slab target, int targetAt, int length);

    /** Whether {@link #array} may be called. */
    public abstract boolean onHeap();

    /**
     * The slab's bytes, from 0 to {@link #capacity}.
     *
     * @throws UnsupportedOperationException if the slab is off the heap
     */
    public abstract byte[] array();

    /** Returns the memory to its budget; a second call does nothing. */
    @Override
    public final void close() {
        if (!closed) {
            closed = true;
            account.budget().takeBack(account, this);
        }
    }
}
