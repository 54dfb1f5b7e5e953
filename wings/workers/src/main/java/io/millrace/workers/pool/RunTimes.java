package io.millrace.workers.pool;

import java.util.Arrays;

/**
 * Mean durations of map tasks: of each worker's local ones, and of all others together. Used under
 * the lock of its owner.
 */
final class RunTimes {

    private final long[] localNanos;
    private final int[] locals;
    private long otherNanos;
    private int others;

    RunTimes(int workers) {
        this.localNanos = new long[workers];
        this.locals = new int[workers];
    }

    void addLocal(int worker, long nanos) {
        localNanos[worker] += nanos;
        locals[worker]++;
    }

    void addOther(long nanos) {
        otherNanos += nanos;
        others++;
    }

    int locals() {
        return Arrays.stream(locals).sum();
    }

    int others() {
        return others;
    }

    /** The mean of the local tasks of a worker, in nanoseconds; 0 if none has ended. */
    double local(int worker) {
        return locals[worker] == 0 ? 0 : (double) localNanos[worker] / locals[worker];
    }

    /** The mean of all local tasks; 0 if none has ended. */
    double local() {
        return locals() == 0 ? 0 : (double) Arrays.stream(localNanos).sum() / locals();
    }

    /** The mean of tasks whose data is elsewhere; 0 if none has ended. */
    double other() {
        return others == 0 ? 0 : (double) otherNanos / others;
    }
}
