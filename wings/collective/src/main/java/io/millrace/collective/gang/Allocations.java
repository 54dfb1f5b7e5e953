package io.millrace.collective.gang;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.Optional;

/** Measures the allocations of a thread since this object was created. Used by that thread. */
final class Allocations {

    private final ThreadMXBean threads;
    private final long before;

    private Allocations(ThreadMXBean threads) {
        this.threads = threads;
        this.before = threads.getCurrentThreadAllocatedBytes();
    }

    /** Empty if this JVM does not measure allocations. */
    static Optional<Allocations> ofThisThread() {
        return ManagementFactory.getThreadMXBean() instanceof ThreadMXBean threads
                        && threads.isThreadAllocatedMemorySupported()
                        && threads.isThreadAllocatedMemoryEnabled()
                ? Optional.of(new Allocations(threads))
                : Optional.empty();
    }

    long bytes() {
        return threads.getCurrentThreadAllocatedBytes() - before;
    }
}
