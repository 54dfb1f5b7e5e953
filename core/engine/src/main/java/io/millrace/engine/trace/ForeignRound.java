package io.millrace.engine.trace;

import io.millrace.engine.trace.AttemptSpan.Outcome;
import java.util.List;

/**
 * A round of partial reduce of another process, as reported by that process. It belongs to no
 * attempt, so the next attempt that ends there reports it. Times are relative to the report, as in
 * {@link ForeignSpan}.
 *
 * @param who the round, as text; unique in its process
 * @param thread the thread that did the work
 * @param cpuNanos processor time of the thread meanwhile
 */
public record ForeignRound(
        String who,
        String thread,
        long startAgoNanos,
        long endAgoNanos,
        Outcome outcome,
        long cpuNanos,
        List<ForeignSpan> spans) {

    public ForeignRound {
        spans = List.copyOf(spans);
    }

    /** The report of a round with its spans. */
    public static ForeignRound of(AttemptSpan round, List<Span> spans, long nowNanos) {
        return new ForeignRound(
                round.who(),
                round.thread(),
                nowNanos - round.startNanos(),
                nowNanos - round.endNanos(),
                round.outcome(),
                round.cpuNanos(),
                spans.stream()
                        .map(span -> ForeignSpan.of(span, round.thread(), nowNanos))
                        .toList());
    }

    /** Traces the round of a process of that name, for a report at {@code nowNanos}. */
    void addTo(Trace trace, String process, long nowNanos) {
        String name = process + "/" + who;
        String slot = process + "/" + thread;
        long firstNanos = trace.startNanos();
        trace.add(
                new AttemptSpan(
                        Phase.PARTIAL_REDUCE,
                        name,
                        slot,
                        Math.max(firstNanos, nowNanos - startAgoNanos),
                        Math.max(firstNanos, nowNanos - endAgoNanos),
                        outcome,
                        0,
                        0,
                        cpuNanos));
        spans.forEach(span -> trace.add(span.here(name, slot, firstNanos, nowNanos)));
    }
}
