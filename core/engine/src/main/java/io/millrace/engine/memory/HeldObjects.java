package io.millrace.engine.memory;

/**
 * Heap bytes of objects that count as record memory. The creator closes it when the objects are
 * gone. Used by one thread at a time.
 */
public final class HeldObjects implements AutoCloseable {

    private final MemoryAccount account;
    private long bytes;

    /** Counts nothing yet. */
    public HeldObjects(MemoryAccount account) {
        this.account = account;
    }

    /**
     * Raises the count to {@code total} bytes, which must not be lower than before, if there is
     * room beside the headroom, perhaps after others spilled. Otherwise returns false and leaves
     * the count unchanged.
     */
    public boolean tryTake(long total) throws InterruptedException {
        boolean room = account.tryHold(total - bytes);
        bytes = room ? total : bytes;
        account.budget().trimFree();
        return room;
    }

    /** Drops the count to zero; a second call does nothing. */
    @Override
    public void close() {
        account.release(bytes);
        bytes = 0;
    }
}
