package io.millrace.engine.trace;

import java.util.List;

/**
 * The work of another process since its last report.
 *
 * @param spans of the attempt that reports, and of work that belongs to no attempt
 * @param rounds of partial reduce that have ended
 */
public record ForeignWork(List<ForeignSpan> spans, List<ForeignRound> rounds) {

    public ForeignWork {
        spans = List.copyOf(spans);
        rounds = List.copyOf(rounds);
    }

    public boolean isEmpty() {
        return spans.isEmpty() && rounds.isEmpty();
    }
}
