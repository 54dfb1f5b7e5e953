package io.millrace.engine.trace;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.millrace.engine.trace.AttemptSpan.Outcome;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The record of one job: attempts, spans, totals by phase, and memory over time. Spans come per
 * batch (an attempt, a sort, a spill), never per record; beyond a bound the oldest are dropped
 * while the totals stay exact. While the JVM's flight recorder records, the same goes there as
 * events {@code millrace.Phase} and {@code millrace.Attempt}. Thread-safe.
 */
public final class Trace {

    /** Spans kept; a job of 10,000 tasks has about ten each. */
    private static final int MAX_SPANS = 200_000;

    private final String job;
    private final long startMillis = System.currentTimeMillis();
    private final long startNanos = System.nanoTime();
    private final Map<Thread, Loop> loops = new ConcurrentHashMap<>();
    private final Object lock = new Object();

    @GuardedBy("lock")
    private final Deque<Span> spans = new ArrayDeque<>();

    @GuardedBy("lock")
    private final Deque<AttemptSpan> attempts = new ArrayDeque<>();

    @GuardedBy("lock")
    private final Map<String, OpenAttempt> running = new HashMap<>();

    @GuardedBy("lock")
    private final Map<Phase, PhaseTotal> totals = new EnumMap<>(Phase.class);

    @GuardedBy("lock")
    private final Map<Phase, Map<Phase, Long>> looks = new EnumMap<>(Phase.class);

    @GuardedBy("lock")
    private final MemoryLine memory = new MemoryLine();

    /** 0 until the job has ended; set once, by the job's thread. */
    private volatile long endNanos;

    /** The trace of a job of this name, which begins now. */
    public Trace(String job) {
        this.job = job;
    }

    String job() {
        return job;
    }

    /** When the job began, in milliseconds since 1970. */
    public long startMillis() {
        return startMillis;
    }

    /** {@link System#nanoTime} when the job began. */
    public long startNanos() {
        return startNanos;
    }

    /** The same when its last task had ended; now, if the job has not. */
    public long endNanos() {
        long ended = endNanos;
        return ended == 0 ? System.nanoTime() : ended;
    }

    /** Says that the job has ended. */
    public void end() {
        loops.clear(); // those of attempts that were left behind
        endNanos = System.nanoTime();
    }

    /** Begins to measure a batch of work on this thread, for the attempt {@code who}. */
    public Stretch begin(Phase phase, String who) {
        return new Stretch(this, phase, who, loops.get(Thread.currentThread()));
    }

    /**
     * Begins to measure an attempt's loop over its records, on this thread.
     *
     * @param main the phase in which the loop's records are counted, and which has the time that no
     *     mark says anything about
     * @param mark tells the phases that interleave in the loop
     */
    public Loop beginLoop(Phase main, String who, PhaseMark mark) {
        Loop loop = new Loop(this, main, who, mark);
        loops.put(Thread.currentThread(), loop);
        return loop;
    }

    /**
     * Begins to trace an attempt that another process runs, and for which this thread waits.
     *
     * @param main {@link Phase#MAP} or {@link Phase#REDUCE}
     */
    public ForeignPhases beginForeign(Phase main, String who) {
        synchronized (lock) {
            OpenAttempt attempt = running.get(who);
            if (attempt != null) {
                attempt.runsElsewhere();
            }
        }
        return new ForeignPhases(this, main, who);
    }

    void stopped(Loop loop) {
        loops.remove(Thread.currentThread(), loop);
    }

    void look() {
        loops.values().forEach(Loop::look);
    }

    /** Adds a loop's looks to those of all loops of its kind; these serve one too short for any. */
    Map<Phase, Long> counted(Phase main, Map<Phase, Long> own) {
        synchronized (lock) {
            Map<Phase, Long> all = looks.computeIfAbsent(main, kind -> new EnumMap<>(Phase.class));
            own.forEach((phase, count) -> all.merge(phase, count, Long::sum));
            return own.isEmpty() ? new EnumMap<>(all) : own;
        }
    }

    void add(Span span) {
        synchronized (lock) {
            keep(spans, span);
            totals.merge(span.phase(), PhaseTotal.of(span), PhaseTotal::plus);
        }
    }

    private static <T> void keep(Deque<T> kept, T more) {
        if (kept.size() == MAX_SPANS) {
            kept.removeFirst();
        }
        kept.addLast(more);
    }

    /**
     * An attempt begins, on this thread.
     *
     * @param main {@link Phase#MAP} or {@link Phase#REDUCE}
     */
    public void attemptStarted(Phase main, String who) {
        OpenAttempt attempt = new OpenAttempt(main, who);
        synchronized (lock) {
            running.put(who, attempt);
        }
    }

    void handled(String who, long records, long bytes) {
        synchronized (lock) {
            OpenAttempt attempt = running.get(who);
            if (attempt != null) {
                attempt.handled(records, bytes);
            }
        }
    }

    /** An attempt has ended. Does nothing if it has not begun or has ended before. */
    public void attemptEnded(String who, Outcome outcome) {
        synchronized (lock) {
            OpenAttempt attempt = running.remove(who);
            if (attempt != null) {
                keep(attempts, attempt.end(job, outcome));
            }
        }
    }

    void sampleMemory(long heldBytes) {
        synchronized (lock) {
            PhaseTotal spilled = totals.get(Phase.SPILL);
            long spilledBytes = spilled == null ? 0 : spilled.bytes();
            memory.offer(new MemorySample(System.nanoTime(), heldBytes, spilledBytes));
        }
    }

    /** The spans so far, in the order in which they ended. */
    public List<Span> spans() {
        synchronized (lock) {
            return new ArrayList<>(spans);
        }
    }

    /** The same, which are then forgotten; totals stay. */
    public List<Span> takeSpans() {
        synchronized (lock) {
            List<Span> taken = new ArrayList<>(spans);
            spans.clear();
            return taken;
        }
    }

    /** The attempts that have ended, in that order. */
    public List<AttemptSpan> attempts() {
        synchronized (lock) {
            return new ArrayList<>(attempts);
        }
    }

    /** The attempts that have not ended, as far as they are; none once the job has ended. */
    public List<AttemptSpan> running() {
        if (endNanos != 0) {
            return List.of();
        }
        synchronized (lock) {
            return running.values().stream().map(attempt -> attempt.now(Outcome.RUNNING)).toList();
        }
    }

    /** What the loops that run have taken so far, as {@link #spans} will have it at their end. */
    public List<Span> runningSpans() {
        return loops.values().stream().flatMap(loop -> loop.soFar().stream()).toList();
    }

    /** Memory while the job ran, a bounded number of samples. */
    public List<MemorySample> memory() {
        synchronized (lock) {
            return memory.samples();
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
