package io.millrace.engine.trace;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.millrace.engine.trace.AttemptSpan.Outcome;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * The record of one job: attempts, spans, totals by phase, and memory over time. There is one span
 * for each batch (an attempt, a sort, a spill), never for each record. Beyond a bound the oldest
 * spans are dropped, while the totals stay exact. If the JVM's flight recorder is recording, it
 * gets the same data as events {@code millrace.Phase} and {@code millrace.Attempt}. Thread-safe.
 */
public final class Trace {

    /** Reduce attempts whose groups are kept, the latest. */
    private static final int MAX_GROUPED = 10_000;

    /** Maximum number of spans; a job of 10,000 tasks has about ten for each. */
    private static final int MAX_SPANS = 200_000;

    private final String job;
    private final long startMillis = System.currentTimeMillis();
    private final long startNanos = System.nanoTime();
    private final Map<Thread, Loop> loops = new ConcurrentHashMap<>();
    private final Set<OpenSpan> stretches = ConcurrentHashMap.newKeySet();
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
    private final Map<String, List<KeyGroup>> groups = new LinkedHashMap<>();

    @GuardedBy("lock")
    private final MemoryLine memory = new MemoryLine();

    @GuardedBy("lock")
    private final Map<String, String> outcomes = new LinkedHashMap<>();

    /** 0 until the job has ended; set once, by the job's thread. */
    private volatile long endNanos;

    /** The trace of a job that begins now. */
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

    /** {@link System#nanoTime} when its last task had ended; now, if the job is running. */
    public long endNanos() {
        long ended = endNanos;
        return ended == 0 ? System.nanoTime() : ended;
    }

    /** Marks the job as ended. */
    public void end() {
        loops.clear(); // of attempts that were left behind
        stretches.clear();
        endNanos = System.nanoTime();
    }

    /** Begins to measure a batch of work on this thread, for the attempt {@code who}. */
    public OpenSpan begin(Phase phase, String who) {
        OpenSpan stretch = new OpenSpan(this, phase, who, loops.get(Thread.currentThread()));
        stretches.add(stretch);
        return stretch;
    }

    /**
     * Begins to measure an attempt's loop over its records, on this thread.
     *
     * @param main the phase that counts the loop's records, and the time without a mark
     * @param mark marks the phases that interleave in the loop
     */
    public Loop beginLoop(Phase main, String who, PhaseMark mark) {
        Loop loop = new Loop(this, main, who, mark);
        loops.put(Thread.currentThread(), loop);
        return loop;
    }

    /**
     * Begins to trace an attempt in another process, for which this thread waits.
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

    void ended(Loop loop) {
        loops.remove(Thread.currentThread(), loop);
    }

    void ended(OpenSpan stretch) {
        stretches.remove(stretch);
    }

    void look() {
        loops.values().forEach(Loop::look);
    }

    /**
     * Adds a loop's samples to those of all loops of its kind, which are used for loops too short
     * for samples.
     */
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

    void add(AttemptSpan ended) {
        synchronized (lock) {
            keep(attempts, ended);
        }
    }

    private static <T> void keep(Deque<T> kept, T more) {
        if (kept.size() == MAX_SPANS) {
            kept.removeFirst();
        }
        kept.addLast(more);
    }

    /**
     * Records the start of an attempt, on its thread.
     *
     * @param main {@link Phase#MAP} or {@link Phase#REDUCE}; {@link Phase#PARTIAL_REDUCE} for a
     *     round
     */
    public void attemptStarted(Phase main, String who) {
        OpenAttempt attempt = new OpenAttempt(main, who);
        synchronized (lock) {
            running.put(who, attempt);
        }
    }

    void runsIn(String who, String slot) {
        synchronized (lock) {
            OpenAttempt attempt = running.get(who);
            if (attempt != null) {
                attempt.runsIn(slot);
            }
        }
    }

    /**
     * Records that a running attempt has collected more records, which its loop's end counts again,
     * as they are then.
     */
    public void collected(String who, long records, long bytes) {
        synchronized (lock) {
            OpenAttempt attempt = running.get(who);
            if (attempt != null) {
                attempt.collected(records, bytes);
            }
        }
    }

    void handled(String who, Volume volume) {
        synchronized (lock) {
            OpenAttempt attempt = running.get(who);
            if (attempt != null) {
                attempt.handled(volume);
            }
        }
    }

    /** Records the largest groups of a reduce attempt. */
    public void grouped(String who, List<KeyGroup> largest) {
        synchronized (lock) {
            groups.put(who, List.copyOf(largest));
            if (groups.size() > MAX_GROUPED) {
                groups.remove(groups.keySet().iterator().next());
            }
        }
    }

    /** The largest groups of a reduce attempt; none if it has not reported any. */
    public List<KeyGroup> groups(String who) {
        synchronized (lock) {
            return groups.getOrDefault(who, List.of());
        }
    }

    /** Records the end of an attempt. Does nothing if it has not begun or has already ended. */
    public void attemptEnded(String who, Outcome outcome) {
        loops.values().removeIf(loop -> loop.who().equals(who)); // those that failed
        stretches.removeIf(stretch -> stretch.who().equals(who));
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

    /** Such spans so far, which are then removed; totals stay. */
    public List<Span> takeSpans(Predicate<Span> which) {
        synchronized (lock) {
            List<Span> taken = spans.stream().filter(which).toList();
            spans.removeIf(which);
            return taken;
        }
    }

    /** The attempts of a kind that have ended, which are then removed. */
    public List<AttemptSpan> takeAttempts(Phase main) {
        synchronized (lock) {
            List<AttemptSpan> taken =
                    attempts.stream().filter(each -> each.main() == main).toList();
            attempts.removeAll(taken);
            return taken;
        }
    }

    /** The attempts that have ended, in the order of their ends. */
    public List<AttemptSpan> attempts() {
        synchronized (lock) {
            return new ArrayList<>(attempts);
        }
    }

    /** The running attempts so far; none once the job has ended. */
    public List<AttemptSpan> running() {
        if (endNanos != 0) {
            return List.of();
        }
        synchronized (lock) {
            return running.values().stream().map(attempt -> attempt.now(Outcome.RUNNING)).toList();
        }
    }

    /**
     * The time of running loops and stretches so far, in the form in which {@link #spans} will have
     * it.
     */
    public List<Span> runningSpans() {
        return Stream.concat(
                        loops.values().stream().flatMap(loop -> loop.soFar().stream()),
                        stretches.stream().map(OpenSpan::soFar))
                .toList();
    }

    /** Records the outcome of a choice of the plan, in a few words for people. */
    public void outcome(String choice, String what) {
        synchronized (lock) {
            outcomes.put(choice, what);
        }
    }

    /** The outcomes of choices of the plan, by their names. */
    public Map<String, String> outcomes() {
        synchronized (lock) {
            return new LinkedHashMap<>(outcomes);
        }
    }

    /** Memory during the job, in a bounded number of samples. */
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
