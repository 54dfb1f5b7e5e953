package io.millrace.engine.ties;

import io.millrace.engine.record.KeyOrder;
import io.millrace.engine.record.RecordCursor;
import io.millrace.engine.task.AttemptGuard;
import io.millrace.engine.task.OutputStatistics;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;

/**
 * Merges segments in the same passes as Hadoop, because the grouping of segments decides the order
 * of equal keys. Where Hadoop writes a file between two passes, this reads the original segments
 * again, so that passes cost no copies. Used by one thread.
 */
public final class SegmentMerge {

    private static final Comparator<Segment> BY_LENGTH = Comparator.comparingLong(Segment::length);

    private final KeyOrder order;
    private final AttemptGuard guard;

    /** Merges for one attempt; its cursors are used by one thread at a time. */
    public SegmentMerge(KeyOrder order, AttemptGuard guard) {
        this.order = order;
        this.guard = guard;
    }

    /** The records of a partition in one spill. */
    public record Spill(OutputStatistics statistics, Segment.Source source) {}

    /**
     * The records of a partition in a map task's spills. The spills are in order, including those
     * without records of the partition.
     */
    public RecordCursor ofSpills(List<Spill> spills, int factor) throws IOException {
        List<Segment> segments = new ArrayList<>(spills.size());
        for (Spill spill : spills) {
            segments.add(Segment.inFile(spill.statistics(), spill.source()));
        }
        if (segments.size() > factor) {
            segments.sort(BY_LENGTH);
        }
        return open(inPasses(segments, factor, 0));
    }

    /** Merges segments in one pass into a segment in a file. */
    Segment inOnePass(List<Segment> segments) {
        List<Segment> full = segments.stream().filter(segment -> !segment.isEmpty()).toList();
        return Segment.inFile(
                full.stream().mapToLong(Segment::records).sum(),
                full.stream().mapToLong(Segment::framedBytes).sum(),
                () -> open(full));
    }

    /**
     * Merges segments into one.
     *
     * @param factor number of segments in files that are merged at once
     * @param inMemory number of segments in memory, at the start of the list; the first pass merges
     *     all of them
     */
    Segment merged(List<Segment> segments, int factor, int inMemory) {
        return inOnePass(inPasses(segments, factor, inMemory));
    }

    /** The segments of the last pass, without empty ones. */
    private List<Segment> inPasses(List<Segment> segments, int factor, int inMemory) {
        List<Segment> waiting = new ArrayList<>(segments);
        int left = waiting.size();
        int width = firstWidth(factor, left - inMemory) + inMemory;
        while (true) {
            List<Segment> taken = new ArrayList<>();
            while (taken.size() < width && !waiting.isEmpty()) {
                Segment next = waiting.remove(0);
                if (next.isEmpty()) {
                    left--;
                } else {
                    taken.add(next);
                }
            }
            if (left <= width) {
                return taken;
            }
            Segment longer = inOnePass(taken);
            int at = Collections.binarySearch(waiting, longer, BY_LENGTH);
            waiting.add(at < 0 ? -at - 1 : at, longer);
            left = waiting.size();
            width = factor;
        }
    }

    /** The width of the first pass that lets all later passes have full width. */
    private static int firstWidth(int factor, int segments) {
        if (segments <= factor || factor == 1) {
            return factor;
        }
        int rest = (segments - 1) % (factor - 1);
        return rest == 0 ? factor : rest + 1;
    }

    private RecordCursor open(List<Segment> segments) throws IOException {
        List<RecordCursor> cursors = new ArrayList<>(segments.size());
        try {
            for (Segment segment : segments) {
                cursors.add(segment.source().open());
            }
        } catch (Throwable e) {
            for (RecordCursor cursor : cursors) {
                cursor.close();
            }
            throw e;
        }
        return cursors.size() == 1 && !cursors.get(0).leavesValues()
                ? cursors.get(0)
                : new HeapCursor(cursors, order, guard);
    }
}
