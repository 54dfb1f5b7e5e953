package io.millrace.engine.memory;

/** A buffer for writing to disk, lent by a budget until it is closed. Used by one thread. */
public final class DiskBuffer implements AutoCloseable {

    private final MemoryBudget budget;
    private final byte[] bytes;
    private boolean closed;

    DiskBuffer(MemoryBudget budget, byte[] bytes) {
        this.budget = budget;
        this.bytes = bytes;
    }

    public byte[] bytes() {
        return bytes;
    }

    /** Returns the buffer to the budget; a second call does nothing. */
    @Override
    public void close() {
        if (!closed) {
            closed = true;
            budget.takeBack(bytes);
        }
    }
}
