package io.millrace.engine.trace;

/**
 * A {@link Span} of another process, as it tells of it. Clocks of two processes have nothing to do
 * with each other, so times are those that have passed since.
 *
 * @param thread that did it; empty for the attempt's own
 * @param startAgoNanos how long before it was told the stretch began
 * @param endAgoNanos the same of its end
 */
public record ForeignSpan(
        Phase phase,
        String thread,
        long startAgoNanos,
        long endAgoNanos,
        long nanos,
        long records,
        long bytes) {

    /**
     * What is told of a span.
     *
     * @param own the name of the attempt's own thread
     * @param nowNanos {@link System#nanoTime}
     */
    public static ForeignSpan of(Span span, String own, long nowNanos) {
        return new ForeignSpan(
                span.phase(),
                span.thread().equals(own) ? "" : span.thread(),
                nowNanos - span.startNanos(),
                nowNanos - span.endNanos(),
                span.nanos(),
                span.records(),
                span.bytes());
    }

    /** The span here, where it was told at {@code nowNanos}; not before {@code firstNanos}. */
    Span here(String who, String slot, long firstNanos, long nowNanos) {
        return new Span(
                phase,
                who,
                thread.isEmpty() ? slot : slot + "/" + thread,
                Math.max(firstNanos, nowNanos - startAgoNanos),
                Math.max(firstNanos, nowNanos - endAgoNanos),
                nanos,
                records,
                bytes);
    }
}
