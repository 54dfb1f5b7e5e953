package io.millrace.hadoop.job;

import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.mapred.JobID;

/**
 * Numbers the jobs of this process. The identifier is numeric, as a resource manager's start time
 * is, so that tools which parse job ids can; it holds the start of the process and its pid, so that
 * no two processes of a machine share one. Thread-safe.
 */
final class JobIds {

    private static final long PID_RANGE = 100_000;

    private final String identifier;
    private final AtomicInteger last = new AtomicInteger();

    JobIds() {
        ProcessHandle process = ProcessHandle.current();
        this.identifier =
                Long.toString(System.currentTimeMillis() * PID_RANGE + process.pid() % PID_RANGE);
    }

    /** The part of the ids that is the same for all jobs of the process. */
    String identifier() {
        return identifier;
    }

    JobID next() {
        return new JobID(identifier, last.incrementAndGet());
    }

    /** Number of ids issued. */
    int issued() {
        return last.get();
    }
}
