package io.millrace.engine.trace;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Where the time of a job's slots went, in the parts in which papers on the shuffle draw execution
 * time. Of each thread that did anything, the parts add up to the time from the job's start to its
 * end.
 *
 * @param slots by name of thread
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
        /** What of the shuffle was not hidden behind other work. */
        SHUFFLE_WAIT,
        /** Merging, as far as the reducer waited for it. */
        MERGE,
        /** The user's reduce. */
        REDUCE,
        /** Writing and committing output. */
        OUTPUT,
        /** The rest of attempts: making them, setting them up. */
        OVERHEAD,
        /** No attempt. */
        IDLE;

        private static Part of(Phase phase) {
            return switch (phase) {
                case MAP, COLLECT -> MAP_COMPUTE;
                case READ, SPILL -> MAP_IO;
                case SORT, COMBINE -> SORT;
                case PARTIAL_SORT -> PARTIAL_SORT;
                case PARTIAL_REDUCE -> PARTIAL_REDUCE;
                case WAIT, SHUFFLE_WAIT -> SHUFFLE_WAIT;
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

    /** The breakdown of what is in {@code trace} so far. */
    public static Breakdown of(Trace trace) {
        Map<String, Map<Part, Long>> byThread = new TreeMap<>();
        Map<String, Long> inAttempts = new TreeMap<>();
        List<AttemptSpan> attempts = new ArrayList<>(trace.attempts());
        attempts.addAll(trace.running());
        List<Span> spans = new ArrayList<>(trace.spans());
        spans.addAll(trace.runningSpans());
        for (AttemptSpan attempt : attempts) {
            inAttempts.merge(attempt.thread(), attempt.nanos(), Long::sum);
            byThread.computeIfAbsent(attempt.thread(), name -> new EnumMap<>(Part.class));
        }
        for (Span span : spans) {
            byThread.computeIfAbsent(span.thread(), name -> new EnumMap<>(Part.class))
                    .merge(Part.of(span.phase()), span.nanos(), Long::sum);
        }
        long elapsed = trace.endNanos() - trace.startNanos();
        List<Slot> slots = new ArrayList<>();
        byThread.forEach((thread, parts) ->
                slots.add(slot(thread, parts, inAttempts.getOrDefault(thread, 0L), elapsed)));
        return new Breakdown(slots);
    }

    private static Slot slot(
            String thread, Map<Part, Long> parts, long attemptNanos, long elapsedNanos) {
        long busy = parts.values().stream().mapToLong(Long::longValue).sum();
        Map<Part, Long> all = new EnumMap<>(Part.class);
        for (Part part : Part.values()) {
            all.put(part, parts.getOrDefault(part, 0L));
        }
        all.put(Part.OVERHEAD, Math.max(0, attemptNanos - busy));
        all.put(Part.IDLE, Math.max(0, elapsedNanos - Math.max(attemptNanos, busy)));
        return new Slot(thread, all);
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
