package io.millrace.engine.trace;

/**
 * How long before a report a time of another process was: the clocks of two processes are
 * unrelated.
 *
 * @param startNanos from the start to the report
 * @param endNanos from the end to the report
 */
public record Age(long startNanos, long endNanos) {

    static Age of(Interval interval, long nowNanos) {
        return new Age(nowNanos - interval.startNanos(), nowNanos - interval.endNanos());
    }

    /**
     * That time in this process, for a report at {@code nowNanos}; it starts at {@code firstNanos}
     * at the earliest.
     */
    Interval before(long nowNanos, long firstNanos) {
        return new Interval(
                Math.max(firstNanos, nowNanos - startNanos),
                Math.max(firstNanos, nowNanos - endNanos));
    }
}
