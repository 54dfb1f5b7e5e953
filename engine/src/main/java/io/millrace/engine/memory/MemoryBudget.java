package io.millrace.engine.memory;

import java.io.Closeable;

/** The record memory of a process. Thread-safe. */
public final class MemoryBudget implements Closeable {

    private final long maxBytes;
    private final int slabBytes;

    public MemoryBudget(long maxBytes, int slabBytes) {
        this.maxBytes = maxBytes;
        this.slabBytes = slabBytes;
    }

    public long maxBytes() {
        return maxBytes;
    }

    public int slabBytes() {
        return slabBytes;
    }

    public long heldBytes() {
        return 0;
    }

    @Override
    public void close() {}
}
