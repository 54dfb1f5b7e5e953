package io.millrace.engine.trace;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;

/**
 * The processor time that a thread has used since this was made, on that thread. Any thread may
 * ask.
 */
final class ThreadCpu {

    /** The time of a thread that has ended, or of a JVM that does not measure it. */
    static final long UNKNOWN = -1;

    private final long thread = Thread.currentThread().getId();
    private final long startNanos = nanosOf(thread);

    long nanos() {
        long now = nanosOf(thread);
        return now == UNKNOWN || startNanos == UNKNOWN ? UNKNOWN : now - startNanos;
    }

    private static long nanosOf(long thread) {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        return threads.isThreadCpuTimeSupported() ? threads.getThreadCpuTime(thread) : UNKNOWN;
    }
}
