package io.millrace.engine.trace;

/**
 * A {@link Span} of another process, as reported by that process. The clocks of two processes are
 * unrelated, so times are relative to the report.
 *
 * @param thread the thread that did the work; empty for the attempt's own
 * @param startAgoNanos time from the start of the span to the report
 * @param endAgoNanos time from its end to the report
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
     * The report of a span.
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

    /**
     * The span in this process, for a report at {@code nowNanos}; it starts at {@code firstNanos}
     * at the earliest.
     */
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
