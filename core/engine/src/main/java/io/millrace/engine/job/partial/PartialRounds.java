package io.millrace.engine.job.partial;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.millrace.engine.job.attempt.EngineParts;
import io.millrace.engine.job.pool.DaemonThreads;
import io.millrace.engine.job.pool.FairPool.Lane;
import io.millrace.engine.job.pool.MapThreads;
import io.millrace.engine.memory.MemoryBudget;
import io.millrace.engine.plan.EngineKeys;
import io.millrace.engine.plan.PartialReduceMode;
import io.millrace.engine.plan.Plan;
import io.millrace.engine.record.Combiner;
import io.millrace.engine.shuffle.Shuffle;
import io.millrace.engine.shuffle.partial.PartialBatch;
import io.millrace.engine.shuffle.partial.PartialBatch.Progress;
import io.millrace.engine.shuffle.partial.UsefulWork;
import io.millrace.engine.task.AttemptGuard;
import io.millrace.engine.task.AttemptId;
import io.millrace.engine.task.Cancellation;
import io.millrace.engine.trace.AttemptSpan.Outcome;
import io.millrace.engine.trace.Loop;
import io.millrace.engine.trace.Phase;
import io.millrace.engine.trace.Trace;
import java.io.Closeable;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Rounds of partial reduce over a job's committed map outputs, one at a time, while its map tasks
 * run (MapReduce with Communication Overlap, Ahmad et al. 2007, section 3.3).
 *
 * <p>A round starts when enough outputs wait and a map thread has nothing to do, or when memory is
 * short: then it takes the place of spills. It works on a thread of the reduce pool and goes from
 * partition to partition, so that reducers are served in turn. Between two of them it ends if map
 * tasks need the processor. Nothing waits for a round; one that is not done when map tasks have
 * ended is dropped. A partial reducer that fails is not called again: the job's reducer does
 * without it. Thread-safe.
 */
public final class PartialRounds implements Closeable {

    /** Each thread of a round has at least so many slabs of records. */
    private static final int SLABS_OF_A_THREAD = 8;

    /** How long a round that was dropped may take to notice. */
    private static final Duration NOTICE = Duration.ofSeconds(2);

    private final String job;
    private final Slice partitions;
    private final PartialReducer reducer;
    private final Shuffle shuffle;
    private final MemoryBudget memory;
    private final Trace trace;
    private final RoundPolicy policy;
    private final boolean staggers;
    private final UsefulWork useful;
    private final MapThreads mapThreads;
    private final int threads;
    private final Lane work;
    private final Object lock = new Object();

    @GuardedBy("lock")
    private State state = State.RESTING;

    @GuardedBy("lock")
    private int committed;

    @GuardedBy("lock")
    private int rounds;

    /** The partition with which the next round begins. */
    @GuardedBy("lock")
    private int first;

    /** Slices of partitions that were begun. */
    @GuardedBy("lock")
    private int slices;

    /** The guards of the slices that are at work. */
    @GuardedBy("lock")
    private final Set<AttemptGuard> guards = new HashSet<>();

    /** Opens when the last round that began has ended. */
    @GuardedBy("lock")
    private CountDownLatch last = new CountDownLatch(0);

    private enum State {
        RESTING,
        /** A round waits for a map thread that has nothing to do. */
        WAITING,
        RUNNING,
        /** No further round starts. */
        ENDED
    }

    /**
     * Rounds over some partitions of a job, none of which has begun.
     *
     * @param mapTasks of the job
     * @param partitions those that this process reduces
     */
    public PartialRounds(
            PartialReducer reducer,
            Shuffle shuffle,
            int mapTasks,
            Slice partitions,
            RoundThreads roundThreads,
            EngineParts parts) {
        Plan plan = parts.plan();
        this.job = parts.job().name();
        this.partitions = partitions;
        this.reducer = reducer;
        this.shuffle = shuffle;
        this.first = partitions.from();
        this.memory = parts.memory();
        this.trace = parts.trace();
        this.policy =
                plan.value(EngineKeys.PARTIAL_REDUCE) == PartialReduceMode.EAGER
                        ? RoundPolicy.eager(
                                plan.value(EngineKeys.PARTIAL_START),
                                plan.value(EngineKeys.PARTIAL_STOP),
                                mapTasks)
                        : RoundPolicy.WHEN_SHORT;
        this.staggers = plan.value(EngineKeys.PARTIAL_STAGGER);
        this.useful = shuffle.usefulWork();
        this.mapThreads = roundThreads.maps();
        this.threads = roundThreads.pool().width();
        this.work = roundThreads.pool().openLane(threads, () -> Integer.MIN_VALUE);
    }

    /** Called when the output of a map task has been published. */
    public void mapCommitted() {
        synchronized (lock) {
            committed++;
        }
        consider();
    }

    /** Starts a round, or lets one wait for an idle thread, if it is due. */
    private void consider() {
        int level =
                memory.isShort()
                        ? RoundPolicy.levelThatFreesMemory(
                                shuffle::waiting, useful::roundsSaveTime, memory.maxBytes())
                        : RoundPolicy.NO_LEVEL;
        int waiting = shuffle.waiting(0).outputs();
        synchronized (lock) {
            if (!useful.continues()) {
                end();
            }
            if (level != RoundPolicy.NO_LEVEL
                    && (state == State.RESTING || state == State.WAITING)) {
                mapThreads.dropWaiting();
                start(level);
            } else if (state == State.RESTING && policy.starts(committed, waiting, rounds)) {
                state = State.WAITING;
                mapThreads.whenIdle(this::mapThreadIsIdle);
            }
        }
    }

    private void mapThreadIsIdle() {
        synchronized (lock) {
            if (state == State.WAITING) {
                start(0);
            }
        }
    }

    @GuardedBy("lock")
    private void start(int level) {
        rounds++;
        state = State.RUNNING;
        work.execute(() -> begin(level));
    }

    private void begin(int level) {
        CountDownLatch done = new CountDownLatch(1);
        int from;
        synchronized (lock) {
            if (state == State.ENDED) {
                return;
            }
            last = done;
            from = first;
        }
        PartialBatch batch =
                shuffle.openBatch(
                        level, RoundPolicy.mostBytes(memory.maxBytes(), memory.heldBytes()));
        if (batch == null) {
            rest(from, done);
            return;
        }
        int parts = threadsFor(batch.bytes());
        PartialRound round = new PartialRound(partitions, from, parts);
        for (int i = 1; i < parts; i++) {
            work.execute(() -> serve(round, batch, done));
        }
        serve(round, batch, done);
    }

    /** One thread, and one for each other map thread that has nothing to do. */
    private int threadsFor(long bytes) {
        long shares = bytes / ((long) SLABS_OF_A_THREAD * memory.slabSpan());
        int free =
                Math.min(Math.min(mapThreads.idle(), threads), partitions.to() - partitions.from());
        return (int) Math.max(1, Math.min(free, shares));
    }

    private void serve(PartialRound round, PartialBatch batch, CountDownLatch done) {
        if (!round.enter()) {
            return;
        }
        try {
            for (Slice slice = round.take(); slice != null; slice = round.take()) {
                run(round, batch, slice);
            }
        } finally {
            if (round.leave()) {
                batch.close();
                rest(round.next(), done);
                consider();
            }
        }
    }

    private void rest(int next, CountDownLatch done) {
        synchronized (lock) {
            first = next;
            state = state == State.RUNNING ? State.RESTING : state;
        }
        done.countDown();
    }

    private void run(PartialRound round, PartialBatch batch, Slice slice) {
        AttemptGuard guard;
        synchronized (lock) {
            guard = new AttemptGuard(AttemptId.partial(slices++));
            if (state == State.ENDED) {
                return;
            }
            guards.add(guard);
        }
        String who = guard.attempt().toString();
        trace.attemptStarted(Phase.PARTIAL_REDUCE, who);
        Outcome outcome = Outcome.KILLED;
        try {
            reducer.perform(
                    guard,
                    combiner ->
                            Cancellation.during(
                                    guard, () -> reduce(guard, round, batch, slice, combiner)));
            outcome = Outcome.SUCCEEDED;
        } catch (Throwable e) { // the job's own code
            if (!guard.revoked()) {
                outcome = Outcome.FAILED;
                giveUp(e);
            }
        } finally {
            trace.attemptEnded(who, outcome);
            synchronized (lock) {
                guards.remove(guard);
            }
        }
    }

    private boolean reduce(
            AttemptGuard guard,
            PartialRound round,
            PartialBatch batch,
            Slice slice,
            Combiner combiner)
            throws Exception {
        Loop loop = trace.beginLoop(Phase.PARTIAL_REDUCE, guard.attempt().toString(), guard.mark());
        long records = 0;
        try {
            Progress progress =
                    batch.reduce(guard, combiner, slice.from(), slice.to(), this::goesOn);
            records = progress.records();
            if (progress.next() < slice.to()) {
                round.cutAt(progress.next());
            }
            return progress.published();
        } finally {
            loop.end(records, 0);
        }
    }

    /** Whether a round continues with the next partition: no map task waits for a thread. */
    private boolean goesOn() {
        return !staggers || memory.isShort() || !mapThreads.tasksWait();
    }

    private void giveUp(Throwable cause) {
        useful.giveUp(cause);
        synchronized (lock) {
            end();
            guards.forEach(AttemptGuard::revoke);
        }
    }

    @GuardedBy("lock")
    private void end() {
        state = State.ENDED;
        mapThreads.dropWaiting();
    }

    /** Drops the round that runs; its threads are free for reduce tasks at once. */
    public void mapsEnded() {
        synchronized (lock) {
            end();
            work.dropWaiting();
            if (!guards.isEmpty()) {
                guards.forEach(AttemptGuard::leaveBehind);
                work.abandon(all -> true);
            }
        }
    }

    /** Waits a little for a round that was dropped, whose memory is the job's. */
    @Override
    public void close() {
        mapsEnded();
        CountDownLatch begun;
        synchronized (lock) {
            begun = last;
        }
        try {
            if (!begun.await(NOTICE.toMillis(), TimeUnit.MILLISECONDS)) {
                DaemonThreads.LOG.log(
                        System.Logger.Level.WARNING,
                        "The partial reducer of job "
                                + job
                                + " did not stop; its thread is left behind");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
