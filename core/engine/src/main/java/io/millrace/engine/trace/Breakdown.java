package io.millrace.engine.trace;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * The time of a job's slots, divided into the parts by which papers on the shuffle show execution
 * time. For each thread that worked, the parts add up to the job's elapsed time.
 *
 * @param slots slots by thread name
 */
public record Breakdown(List<Slot> slots) {

    /** A part of a slot's time. */
    public enum Part {
        /** The user's map and the collector. */
        MAP_COMPUTE,
        /** Reading input; writing runs to disk. */
        MAP_IO,
        /** Sorting and combining. */
        SORT,
        /** Merging for the partial reducer. */
        PARTIAL_SORT,
        /** The user's partial reducer. */
        PARTIAL_REDUCE,
        /** Shuffle time that no other work hides. */
        SHUFFLE_WAIT,
        /** Merging, if the reducer waited for it. */
        MERGE,
        /** The user's reduce. */
        REDUCE,
        /** Writing and committing output. */
        OUTPUT,
        /** The rest of attempts, such as their setup. */
        OVERHEAD,
        /** No attempt. */
        IDLE;

        /** The part that a phase belongs to. */
        public static Part of(Phase phase) {
            return switch (phase) {
                case MAP, COLLECT -> MAP_COMPUTE;
                case READ, SPILL -> MAP_IO;
                case SORT, COMBINE -> SORT;
                case PARTIAL_SORT -> PARTIAL_SORT;
                case PARTIAL_REDUCE -> PARTIAL_REDUCE;
                case WAIT, SEND, SHUFFLE_WAIT -> SHUFFLE_WAIT;
                case MERGE -> MERGE;
                case REDUCE -> REDUCE;
                case WRITE, COMMIT -> OUTPUT;
            };
        }
    }

    /**
     * One thread.
     *
     * @param nanos every part
     */
    public record Slot(String thread, Map<Part, Long> nanos) {}

    /** The breakdown of the trace so far. */
    public static Breakdown of(Trace trace) {
        long elapsed = trace.endNanos() - trace.startNanos();
        return new Breakdown(
                ThreadTimeline.of(trace).stream()
                        .map(timeline -> slot(timeline, elapsed))
                        .toList());
    }

    private static Slot slot(ThreadTimeline timeline, long elapsedNanos) {
        Map<Part, Long> parts = new EnumMap<>(Part.class);
        for (Part part : Part.values()) {
            parts.put(part, 0L);
        }
        long busy = timeline.uncoveredNanos();
        parts.put(Part.OVERHEAD, busy);
        for (Span piece : timeline.pieces()) {
            parts.merge(Part.of(piece.phase()), piece.nanos(), Long::sum);
            busy += piece.nanos();
        }
        parts.put(Part.IDLE, Math.max(0, elapsedNanos - busy));
        return new Slot(timeline.thread(), parts);
    }

    /** The sum over all slots. */
    public Map<Part, Long> totals() {
        Map<Part, Long> totals = new EnumMap<>(Part.class);
        for (Slot slot : slots) {
            slot.nanos().forEach((part, nanos) -> totals.merge(part, nanos, Long::sum));
        }
        return totals;
    }
}
