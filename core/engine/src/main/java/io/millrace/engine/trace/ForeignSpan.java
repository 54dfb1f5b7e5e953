package io.millrace.engine.trace;

/**
 * A {@link Span} of another process, as reported by that process.
 *
 * @param thread the thread that did the work; empty for the attempt's own
 */
public record ForeignSpan(Phase phase, String thread, Age age, long nanos, Volume volume) {

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
                Age.of(span.interval(), nowNanos),
                span.nanos(),
                span.volume());
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
                age.before(nowNanos, firstNanos),
                nanos,
                volume);
    }
}
