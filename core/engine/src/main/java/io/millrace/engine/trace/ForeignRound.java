package io.millrace.engine.trace;

import io.millrace.engine.trace.AttemptSpan.Outcome;
import java.util.List;

/**
 * A round of partial reduce of another process, as reported by that process. It belongs to no
 * attempt, so the next attempt that ends there reports it.
 *
 * @param who the round, as text; unique in its process
 * @param thread the thread that did the work
 * @param cpuNanos processor time of the thread meanwhile
 */
public record ForeignRound(
        String who,
        String thread,
        Age age,
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
                Age.of(round.span().interval(), nowNanos),
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
        Interval interval = age.before(nowNanos, firstNanos);
        trace.add(
                new AttemptSpan(
                        Span.whole(Phase.PARTIAL_REDUCE, name, slot, interval, Volume.NONE),
                        outcome,
                        cpuNanos));
        spans.forEach(span -> trace.add(span.here(name, slot, firstNanos, nowNanos)));
    }
}
