package io.millrace.bench.exchange;

import io.millrace.measure.Figures;

/** The time of one operation, measured in rounds of many operations each. */
final class Series {

    /** The time before the first round, in rounds. */
    private static final int WARM = 3;

    private final Timed timed;
    private final int maxCount;
    private final long roundNanos;
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

    /** The time of one operation, measured over a round. */
    Figures round() throws Exception {
        return Figures.of(Figures.SECONDS, timed.run(count) / 1e9 / count);
    }
}
