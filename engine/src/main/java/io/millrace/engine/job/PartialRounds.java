package io.millrace.engine.job;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.millrace.engine.job.FairPool.Lane;
import io.millrace.engine.memory.MemoryBudget;
import io.millrace.engine.plan.EngineKeys;
import io.millrace.engine.plan.Plan;
import io.millrace.engine.record.Combiner;
import io.millrace.engine.shuffle.PartialBatch;
import io.millrace.engine.shuffle.Shuffle;
import io.millrace.engine.shuffle.WaitingRuns;
import io.millrace.engine.task.AttemptGuard;
import io.millrace.engine.task.AttemptId;
import io.millrace.engine.trace.AttemptSpan.Outcome;
import io.millrace.engine.trace.Loop;
import io.millrace.engine.trace.Phase;
import io.millrace.engine.trace.Trace;
import java.io.Closeable;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

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
final class PartialRounds implements Closeable {

    /** Rounds over less are not asked whether they pay: what slabs waste is a large part of it. */
    private static final long LEAST_TO_JUDGE = 1 << 20;

    private static final int NO_LEVEL = -1;

    /** Least number of results of earlier rounds that are reduced again. */
    private static final int LEAST_RESULTS = 4;

    /** A round has to work on at least this fraction of the memory: one divided by it. */
    private static final int MUCH = 8;

    /** How long a round that was dropped may take to notice. */
    private static final Duration NOTICE = Duration.ofSeconds(2);

    private final JobTerms terms;
    private final PartialReducer reducer;
    private final Shuffle shuffle;
    private final MemoryBudget memory;
    private final Trace trace;
    private final List<Integer> startThresholds;
    private final double lastStart;
    private final double maxRatio;

    /** Has work while a round waits for a map thread that has nothing to do. */
    private final Lane idle;

    private final Lane work;
    private final Object lock = new Object();

    @GuardedBy("lock")
    private State state = State.RESTING;

    @GuardedBy("lock")
    private int committed;

    @GuardedBy("lock")
    private int rounds;

    @GuardedBy("lock")
    private long bytesIn;

    @GuardedBy("lock")
    private long bytesOut;

    /** The guard of the running round. */
    @GuardedBy("lock")
    private @Nullable AttemptGuard guard;

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

    PartialRounds(
            JobTerms terms,
            PartialReducer reducer,
            Shuffle shuffle,
            Pools pools,
            EngineParts parts) {
        Plan plan = parts.plan();
        this.terms = terms;
        this.reducer = reducer;
        this.shuffle = shuffle;
        this.memory = parts.memory();
        this.trace = parts.trace();
        this.startThresholds = plan.value(EngineKeys.PARTIAL_START);
        this.lastStart = plan.value(EngineKeys.PARTIAL_STOP) * terms.mapTasks();
        this.maxRatio = plan.value(EngineKeys.PARTIAL_RATIO);
        this.idle = pools.map().openLane(1, () -> Integer.MIN_VALUE);
        this.work = pools.reduce().openLane(1, () -> Integer.MIN_VALUE);
    }

    /** Called when the output of a map task has been published. */
    void mapCommitted() {
        synchronized (lock) {
            committed++;
        }
        consider();
    }

    /** Starts a round, or lets one wait for an idle thread, if it is due. */
    private void consider() {
        int level = memoryIsShort() ? levelThatFreesMemory() : NO_LEVEL;
        int waiting = shuffle.waiting(0).outputs();
        synchronized (lock) {
            if (level != NO_LEVEL && (state == State.RESTING || state == State.WAITING)) {
                idle.dropWaiting();
                start(level);
            } else if (state == State.RESTING
                    && committed <= lastStart
                    && waiting >= startThreshold()) {
                state = State.WAITING;
                idle.execute(this::mapThreadIsIdle);
            }
        }
    }

    private boolean memoryIsShort() {
        return memory.heldBytes() > memory.maxBytes() / 2;
    }

    /**
     * Which outputs hold enough of the memory: those that were never reduced, else the results of
     * earlier rounds, which take part again once there are several of them.
     */
    private int levelThatFreesMemory() {
        if (holdMuch(shuffle.waiting(0), 2)) {
            return 0;
        }
        return holdMuch(shuffle.waiting(1), LEAST_RESULTS) ? 1 : NO_LEVEL;
    }

    private boolean holdMuch(WaitingRuns runs, int leastOutputs) {
        return runs.outputs() >= leastOutputs && runs.bytes() >= memory.maxBytes() / MUCH;
    }

    @GuardedBy("lock")
    private int startThreshold() {
        return startThresholds.get(Math.min(rounds, startThresholds.size() - 1));
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
        AttemptGuard next = new AttemptGuard(AttemptId.partial(rounds++));
        guard = next;
        state = State.RUNNING;
        work.execute(() -> begin(next, level));
    }

    private void begin(AttemptGuard round, int level) {
        CountDownLatch done = new CountDownLatch(1);
        synchronized (lock) {
            if (state == State.ENDED) {
                return;
            }
            last = done;
        }
        try {
            run(round, level);
        } finally {
            done.countDown();
        }
        consider();
    }

    private void run(AttemptGuard round, int level) {
        String who = round.attempt().toString();
        trace.attemptStarted(Phase.PARTIAL_REDUCE, who);
        Outcome outcome = Outcome.KILLED;
        try {
            reducer.perform(round, combiner -> reduce(round, level, combiner));
            outcome = Outcome.SUCCEEDED;
        } catch (Throwable e) { // the job's own code
            if (!round.revoked()) {
                outcome = Outcome.FAILED;
                giveUp(e);
            }
        } finally {
            trace.attemptEnded(who, outcome);
            synchronized (lock) {
                guard = null;
                state = state == State.RUNNING ? State.RESTING : state;
            }
        }
    }

    private boolean reduce(AttemptGuard round, int level, Combiner combiner) throws Exception {
        long most = Math.max(memory.maxBytes() - memory.heldBytes(), memory.maxBytes() / 4);
        PartialBatch batch = shuffle.openBatch(level, most);
        if (batch == null) {
            return false;
        }
        try (batch) {
            Loop loop =
                    trace.beginLoop(Phase.PARTIAL_REDUCE, round.attempt().toString(), round.mark());
            boolean published = false;
            try {
                published = batch.reduce(round, marked(combiner, round), this::goesOn);
            } finally {
                loop.end(batch.in().records(), batch.in().bytes());
            }
            if (published) {
                judge(batch);
            }
            return published;
        }
    }

    private static Combiner marked(Combiner combiner, AttemptGuard round) {
        return (partition, records, out) ->
                combiner.combineRun(
                        partition,
                        new MarkedCursor(
                                records, round.mark(), Phase.PARTIAL_SORT, Phase.PARTIAL_REDUCE),
                        out);
    }

    /** Whether a round continues with the next partition: no map task waits for a thread. */
    private boolean goesOn() {
        return memoryIsShort() || !idle.othersWait();
    }

    private void judge(PartialBatch batch) {
        if (batch.bytesIn() < LEAST_TO_JUDGE) {
            return;
        }
        synchronized (lock) {
            bytesIn += batch.bytesIn();
            bytesOut += batch.bytesOut();
            if (bytesOut > maxRatio * bytesIn) {
                DaemonThreads.LOG.log(
                        System.Logger.Level.INFO,
                        "Partial reduce of job %s ended after %d rounds: %d bytes became %d, which does not pay (%s)"
                                .formatted(
                                        terms.name(),
                                        rounds,
                                        bytesIn,
                                        bytesOut,
                                        EngineKeys.PARTIAL_RATIO));
                end();
            }
        }
    }

    private void giveUp(Throwable cause) {
        DaemonThreads.LOG.log(
                System.Logger.Level.WARNING,
                "The partial reducer of job "
                        + terms.name()
                        + " failed, and the job continues without it",
                cause);
        synchronized (lock) {
            end();
        }
    }

    @GuardedBy("lock")
    private void end() {
        state = State.ENDED;
        idle.dropWaiting();
    }

    /** Drops the round that runs; its threads are free for reduce tasks at once. */
    void mapsEnded() {
        synchronized (lock) {
            AttemptGuard running = guard;
            end();
            if (running != null) {
                running.leaveBehind();
                work.dropWaiting();
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
                                + terms.name()
                                + " did not stop; its thread is left behind");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
