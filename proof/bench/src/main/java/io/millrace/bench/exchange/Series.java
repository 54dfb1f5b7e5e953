package io.millrace.bench.exchange;

import io.millrace.bench.frame.Sample;
import java.util.ArrayList;
import java.util.List;

/** The time of one operation, measured in rounds of many operations each. */
final class Series {

    /** The time before the first round, in rounds. */
    private static final int WARM = 3;

    private final Timed timed;
    private final int maxCount;
    private final long roundNanos;
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
     * @param roundNanos the time that a round should take
     */
    Series(Timed timed, int maxCount, long roundNanos) {
        this.roundNanos = roundNanos;
        this.timed = timed;
        this.maxCount = maxCount;
    }

    /** Lets the compiler see the code, and finds the number of operations of a round. */
    void warm() throws Exception {
        long start = System.nanoTime();
        while (System.nanoTime() - start < WARM * roundNanos) {
            long last = Math.max(1, timed.run(count));
            long wanted = Math.min(2L * count, Math.max(1, roundNanos * count / last));
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
