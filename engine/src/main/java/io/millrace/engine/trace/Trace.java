package io.millrace.engine.trace;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * The record of one job: spans, and totals by phase. Spans come per batch (an attempt, a sort, a
 * spill), never per record; beyond a bound the oldest spans are dropped while the totals stay
 * exact. Thread-safe.
 */
public final class Trace {

    /** Spans kept; a job of 10,000 tasks has about five each. */
    private static final int MAX_SPANS = 100_000;

    private final Object lock = new Object();
    private final Deque<Span> spans = new ArrayDeque<>();
    private final Map<Phase, PhaseTotal> totals = new EnumMap<>(Phase.class);

    /** Adds a stretch of {@code phase} that began at {@code startNanos} and ends now. */
    public void add(Phase phase, String who, long startNanos, long records, long bytes) {
        add(phase, who, startNanos, System.nanoTime(), records, bytes);
    }

    /** Adds a stretch of {@code phase} that ended at {@code endNanos}. */
    public void add(
            Phase phase, String who, long startNanos, long endNanos, long records, long bytes) {
        String thread = Thread.currentThread().getName();
        Span span = new Span(phase, who, thread, startNanos, endNanos, records, bytes);
        synchronized (lock) {
            if (spans.size() == MAX_SPANS) {
                spans.removeFirst();
            }
            spans.addLast(span);
            totals.merge(phase, PhaseTotal.of(span), PhaseTotal::plus);
        }
    }

    /** The spans so far, in the order in which they ended. */
    public List<Span> spans() {
        synchronized (lock) {
            return new ArrayList<>(spans);
        }
    }

    /** Time, records and bytes of each phase that occurred. */
    public Map<Phase, PhaseTotal> totals() {
        synchronized (lock) {
            return new EnumMap<>(totals);
        }
    }

    /**
     * The sum of a phase's spans over all threads.
     *
     * @param count number of spans
     * @param nanos thread time, so more than elapsed time if several threads worked
     */
    public record PhaseTotal(long count, long nanos, long records, long bytes) {

        private static PhaseTotal of(Span span) {
            return new PhaseTotal(1, span.nanos(), span.records(), span.bytes());
        }

        private PhaseTotal plus(PhaseTotal other) {
            return new PhaseTotal(
                    count + other.count,
                    nanos + other.nanos,
                    records + other.records,
                    bytes + other.bytes);
        }
    }
}
