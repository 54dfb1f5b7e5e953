package io.millrace.engine.trace;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The work of one thread over time. The breakdown sums the same pieces that the report draws, so
 * that the two agree. Immutable.
 *
 * @param attempts those that ran on the thread, by start
 * @param pieces the spans of the thread, cut so that no two overlap, by start; {@link Span#nanos}
 *     is the length of the piece
 */
public record ThreadTimeline(String thread, List<AttemptSpan> attempts, List<Span> pieces) {

    /** The timelines of all threads in {@code trace} so far, by name of thread. */
    public static List<ThreadTimeline> of(Trace trace) {
        Map<String, List<AttemptSpan>> attempts = new TreeMap<>();
        Map<String, SpanCutter> spans = new TreeMap<>();
        List<AttemptSpan> allAttempts = trace.attempts();
        allAttempts.addAll(trace.running());
        for (AttemptSpan attempt : allAttempts) {
            attempts.computeIfAbsent(attempt.thread(), name -> new ArrayList<>()).add(attempt);
            spans.computeIfAbsent(attempt.thread(), name -> new SpanCutter());
        }
        List<Span> allSpans = trace.spans();
        allSpans.addAll(trace.runningSpans());
        for (Span span : allSpans) {
            spans.computeIfAbsent(span.thread(), name -> new SpanCutter()).add(span);
        }
        List<ThreadTimeline> timelines = new ArrayList<>();
        spans.forEach((thread, cutter) -> {
            List<AttemptSpan> own = attempts.getOrDefault(thread, List.of());
            timelines.add(new ThreadTimeline(thread, sorted(own), cutter.pieces()));
        });
        return timelines;
    }

    private static List<AttemptSpan> sorted(List<AttemptSpan> attempts) {
        return attempts.stream().sorted(Comparator.comparingLong(AttemptSpan::startNanos)).toList();
    }

    /** The time of attempts that no piece covers. */
    long uncoveredNanos() {
        long uncovered = attempts.stream().mapToLong(AttemptSpan::nanos).sum();
        int first = 0;
        for (AttemptSpan attempt : attempts) {
            while (first < pieces.size() && pieces.get(first).endNanos() <= attempt.startNanos()) {
                first++;
            }
            for (int i = first; i < pieces.size(); i++) {
                Span piece = pieces.get(i);
                if (piece.startNanos() >= attempt.endNanos()) {
                    break;
                }
                uncovered -=
                        Math.min(piece.endNanos(), attempt.endNanos())
                                - Math.max(piece.startNanos(), attempt.startNanos());
            }
        }
        return uncovered;
    }
}
