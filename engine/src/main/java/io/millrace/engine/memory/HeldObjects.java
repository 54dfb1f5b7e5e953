package io.millrace.engine.memory;

/**
 * Bytes of the heap that somebody has in objects of their own and that count as taken. Whoever made
 * it closes it when the objects are gone. Used by one thread at a time.
 */
public final class HeldObjects implements AutoCloseable {

    private final MemoryAccount account;
    private long bytes;

    /** Counts nothing yet. */
    public HeldObjects(MemoryAccount account) {
        this.account = account;
    }

    /**
     * Counts so many bytes in all, no fewer than before, if there is room beside the headroom,
     * perhaps after others put theirs on disk; false, and what was counted still is, if there is
     * none.
     */
    public boolean tryTake(long total) throws InterruptedException {
        boolean room = account.tryHold(total - bytes);
        bytes = room ? total : bytes;
        account.budget().trimFree();
        return room;
    }

    /** Counts nothing any more; a second call does nothing. */
    @Override
    public void close() {
        account.release(bytes);
        bytes = 0;
    }
}
