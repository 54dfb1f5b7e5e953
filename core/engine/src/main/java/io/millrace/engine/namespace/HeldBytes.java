package io.millrace.engine.namespace;

import java.util.concurrent.atomic.AtomicLong;

/** Memory held by all blocks of a store. Thread-safe. */
final class HeldBytes {

    private final AtomicLong all = new AtomicLong();
    private final AtomicLong lent = new AtomicLong();

    void add(long bytes) {
        all.addAndGet(bytes);
    }

    /** Adds held bytes that are lent to readers; negative when a loan ends. */
    void addLent(long bytes) {
        lent.addAndGet(bytes);
    }

    long all() {
        return all.get();
    }

    /** Bytes that could be moved to disk now. */
    long reclaimable() {
        return Math.max(0, all.get() - lent.get());
    }
}
