package io.millrace.bench.exchange;

import io.millrace.bench.job.Sample;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The time of one operation, measured in rounds of many operations each. */
final class Series {

    private static final long WARM_NANOS = TimeUnit.MILLISECONDS.toNanos(400);
    private static final long ROUND_NANOS = TimeUnit.MILLISECONDS.toNanos(150);

    private final Timed timed;
    private final int maxCount;
    private final List<Double> nanos = new ArrayList<>();
    private int count = 1;

    /** Runs operations, one after the other, and returns the nanoseconds of all. */
    @FunctionalInterface
    interface Timed {
        long run(int count) throws Exception;
    }

    /**
     * A series without rounds.
     *
     * @param maxCount the most operations of a round
     */
    Series(Timed timed, int maxCount) {
        this.timed = timed;
        this.maxCount = maxCount;
    }

    /** Lets the compiler see the code, and finds the number of operations of a round. */
    void warm() throws Exception {
        long start = System.nanoTime();
        long last = 1;
        while (System.nanoTime() - start < WARM_NANOS) {
            last = Math.max(1, timed.run(count));
            long wanted = Math.min(2L * count, Math.max(1, ROUND_NANOS * count / last));
            count = (int) Math.min(maxCount, wanted);
        }
    }

    void round() throws Exception {
        nanos.add((double) timed.run(count) / count);
    }

    /** The median of the rounds, in nanoseconds for an operation. */
    double median() {
        return new Sample(nanos).median();
    }
}
