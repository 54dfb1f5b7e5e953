package io.millrace.collective.gang;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.Optional;

/** What a thread has allocated since this was made. Used by that thread. */
final class Allocations {

    private final ThreadMXBean threads;
    private final long before;

    private Allocations(ThreadMXBean threads) {
        this.threads = threads;
        this.before = threads.getCurrentThreadAllocatedBytes();
    }

    /** Nothing, if this JVM does not say. */
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
