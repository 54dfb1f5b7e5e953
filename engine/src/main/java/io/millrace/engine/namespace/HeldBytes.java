package io.millrace.engine.namespace;

import java.util.concurrent.atomic.AtomicLong;

/** Memory that all blocks of a store hold. Thread-safe. */
final class HeldBytes {

    private final AtomicLong all = new AtomicLong();
    private final AtomicLong lent = new AtomicLong();

    void add(long bytes) {
        all.addAndGet(bytes);
    }

    /** Of what is held, what readers look at where it lies; negative when they have done so. */
    void addLent(long bytes) {
        lent.addAndGet(bytes);
    }

    long all() {
        return all.get();
    }

    /** What could go to disk now. */
    long reclaimable() {
        return Math.max(0, all.get() - lent.get());
    }
}
