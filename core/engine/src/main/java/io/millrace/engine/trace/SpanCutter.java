package io.millrace.engine.trace;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Cuts the spans of one thread into pieces that do not overlap. A measured span keeps its place,
 * and of measured spans that overlap, the one that starts last has the time. The phases of a loop
 * interleave record by record; they are laid one after the other into the time that measured spans
 * leave of the loop. Each span keeps at least one piece, perhaps an empty one; the first has its
 * records and bytes.
 */
final class SpanCutter {

    private record Stretch(String who, Interval interval) {}

    /** A measured span that has not ended where the cutter is. */
    private static final class Open {

        private final Span span;
        private boolean placed;

        private Open(Span span) {
            this.span = span;
        }
    }

    private final List<Span> measured = new ArrayList<>();
    private final Map<Stretch, List<Span>> loops = new LinkedHashMap<>();

    void add(Span span) {
        if (span.nanos() >= span.interval().nanos()) {
            measured.add(span);
        } else {
            Stretch loop = new Stretch(span.who(), span.interval());
            loops.computeIfAbsent(loop, made -> new ArrayList<>()).add(span);
        }
    }

    /** The pieces, by start. */
    List<Span> pieces() {
        List<Span> fixed = cutMeasured();
        List<Span> pieces = new ArrayList<>(fixed);
        loops.forEach((loop, phases) -> layLoop(loop, phases, fixed, pieces));
        pieces.sort(Comparator.comparingLong(Span::startNanos).thenComparingLong(Span::endNanos));
        return List.copyOf(pieces);
    }

    private List<Span> cutMeasured() {
        measured.sort(
                Comparator.comparingLong(Span::startNanos)
                        .thenComparing(Comparator.comparingLong(Span::endNanos).reversed()));
        List<Span> pieces = new ArrayList<>();
        Deque<Open> open = new ArrayDeque<>();
        long at = Long.MIN_VALUE;
        for (Span span : measured) {
            at = close(open, span.startNanos(), at, pieces);
            if (!open.isEmpty()) {
                place(open.getFirst(), at, span.startNanos(), pieces);
            }
            open.addFirst(new Open(span));
            at = span.startNanos();
        }
        close(open, Long.MAX_VALUE, at, pieces);
        pieces.sort(Comparator.comparingLong(Span::startNanos));
        return pieces;
    }

    /** Closes the spans that end by {@code untilNanos}; returns where the last of them ends. */
    private static long close(Deque<Open> open, long untilNanos, long at, List<Span> pieces) {
        long from = at;
        while (!open.isEmpty() && open.getFirst().span.endNanos() <= untilNanos) {
            Open ended = open.removeFirst();
            long end = ended.span.endNanos();
            place(ended, from, end, pieces);
            if (!ended.placed) {
                pieces.add(piece(ended.span, end, end, true));
            }
            from = Math.max(from, end);
        }
        return from;
    }

    private static void place(Open open, long startNanos, long endNanos, List<Span> pieces) {
        if (endNanos > startNanos) {
            pieces.add(piece(open.span, startNanos, endNanos, !open.placed));
            open.placed = true;
        }
    }

    private static void layLoop(
            Stretch loop, List<Span> phases, List<Span> fixed, List<Span> pieces) {
        FreeTime free = new FreeTime(loop, fixed);
        for (Span phase : phases) {
            long left = phase.nanos();
            boolean placed = false;
            while (left > 0 && free.skipFixed()) {
                long end = Math.min(free.gapEnd(), free.at + left);
                pieces.add(piece(phase, free.at, end, !placed));
                placed = true;
                left -= end - free.at;
                free.at = end;
            }
            if (!placed) {
                pieces.add(piece(phase, free.at, free.at, true));
            }
        }
    }

    /** The time of a loop that no measured piece covers, from its start on. */
    private static final class FreeTime {

        private final List<Span> fixed;
        private final long endNanos;
        private long at;
        private int next;

        private FreeTime(Stretch loop, List<Span> fixed) {
            this.fixed = fixed;
            this.at = loop.interval().startNanos();
            this.endNanos = loop.interval().endNanos();
            this.next = firstEndingAfter(fixed, at);
        }

        /** Goes to the start of the next gap unless it is in one; false if there is none. */
        private boolean skipFixed() {
            while (next < fixed.size() && fixed.get(next).startNanos() <= at) {
                at = Math.max(at, fixed.get(next++).endNanos());
            }
            return at < endNanos;
        }

        private long gapEnd() {
            return next < fixed.size()
                    ? Math.min(endNanos, fixed.get(next).startNanos())
                    : endNanos;
        }
    }

    private static int firstEndingAfter(List<Span> pieces, long nanos) {
        int low = 0;
        int high = pieces.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (pieces.get(middle).endNanos() <= nanos) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    private static Span piece(Span span, long startNanos, long endNanos, boolean first) {
        return Span.whole(
                span.phase(),
                span.who(),
                span.thread(),
                new Interval(startNanos, endNanos),
                first ? span.volume() : Volume.NONE);
    }
}
