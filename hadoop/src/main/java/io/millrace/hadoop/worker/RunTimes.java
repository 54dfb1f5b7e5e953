package io.millrace.hadoop.worker;

import java.util.Arrays;

/** Mean durations of map tasks: of each worker's local ones, and of all others together. */
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

    /** Of the local tasks of a worker; 0 if none has ended. */
    double local(int worker) {
        return locals[worker] == 0 ? 0 : (double) localNanos[worker] / locals[worker];
    }

    /** Of all local tasks; 0 if none has ended. */
    double local() {
        return locals() == 0 ? 0 : (double) Arrays.stream(localNanos).sum() / locals();
    }

    /** Of tasks whose data is elsewhere; 0 if none has ended. */
    double other() {
        return others == 0 ? 0 : (double) otherNanos / others;
    }
}
