package io.millrace.engine.job.schedule;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.millrace.engine.job.attempt.AttemptEndedException;
import io.millrace.engine.job.attempt.InputLostException;
import io.millrace.engine.job.attempt.RetryPolicy;
import io.millrace.engine.job.pool.DaemonThreads;
import io.millrace.engine.job.pool.ExclusiveAttempt;
import io.millrace.engine.job.pool.FairPool;
import io.millrace.engine.job.pool.SortLane;
import io.millrace.engine.job.schedule.AttemptRun.Ended;
import io.millrace.engine.job.schedule.FailureText.FailedTasks;
import io.millrace.engine.plan.EngineKeys;
import io.millrace.engine.task.AttemptDiscardedException;
import io.millrace.engine.task.AttemptGuard;
import io.millrace.engine.task.AttemptId;
import io.millrace.engine.task.TaskKind;
import io.millrace.engine.trace.AttemptSpan.Outcome;
import io.millrace.engine.trace.Phase;
import io.millrace.engine.trace.Trace;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * All tasks of one kind of one job: which attempts run, which follow, and when enough have ended.
 *
 * <p>Threads of the pool report attempts. The job's own thread waits in {@link #awaitEnd}, where it
 * leaves behind ended attempts that do not stop. Thread-safe.
 */
public final class TaskSet {

    /** How long undoing an attempt that was left behind may take on another thread. */
    private static final Duration ABORT_LIMIT = Duration.ofSeconds(10);

    private final TaskKind kind;
    private final int total;
    private final RetryPolicy policy;
    private final Duration exitTimeout;
    private final TaskLanes lanes;
    private final SortLane sorters;
    private final Function<AttemptGuard, AttemptBody> bodies;
    private final ListenerCalls listener;
    private final JobFate fate;
    private final Trace trace;
    private final ExclusiveAttempt exclusive;
    private final BooleanSupplier meets;

    private final Object lock = new Object();

    @GuardedBy("lock")
    private final Map<AttemptId, AttemptRun> running = new HashMap<>();

    @GuardedBy("lock")
    private final int[] failures;

    /** The number of the latest attempt at each task; -1 before the first. */
    @GuardedBy("lock")
    private final int[] latest;

    /** Tasks that must not be tried again. */
    @GuardedBy("lock")
    private final BitSet exhausted = new BitSet();

    /** Tasks that have ended for now, because their input was lost. */
    @GuardedBy("lock")
    private final BitSet postponed = new BitSet();

    @GuardedBy("lock")
    private int ended;

    @GuardedBy("lock")
    private int failed;

    /**
     * Tasks, none of which has begun.
     *
     * @param lanes where attempts wait for their slot
     * @param bodies creates the work of an attempt
     */
    public TaskSet(
            JobTerms job,
            TaskKind kind,
            TaskLanes lanes,
            Function<AttemptGuard, AttemptBody> bodies,
            TaskParts parts) {
        this.kind = kind;
        this.total = job.tasks(kind).count();
        this.policy = job.tasks(kind).policy();
        this.exitTimeout = job.exitTimeout();
        this.lanes = lanes;
        this.sorters = parts.sorters();
        this.bodies = bodies;
        this.listener = new ListenerCalls(job, parts.fate());
        this.fate = parts.fate();
        this.trace = parts.trace();
        this.exclusive = parts.exclusive();
        this.meets = parts.meets();
        this.failures = new int[total];
        this.latest = new int[total];
        Arrays.fill(latest, -1);
    }

    /** Queues the first attempt at each task. */
    public void start() {
        synchronized (lock) {
            for (int task = 0; task < total; task++) {
                lane(task).execute(nextAttempt(task, false));
            }
        }
    }

    /**
     * Queues new attempts at tasks that have ended, after {@link #awaitEnd}: the output of the
     * earlier ones was lost, or they were postponed. Tasks that have failed are left out.
     */
    public void repeat(BitSet tasks) {
        BitSet left = (BitSet) tasks.clone();
        synchronized (lock) {
            left.andNot(exhausted);
        }
        left.stream().forEach(this::repeat);
    }

    private void repeat(int task) {
        AttemptId before;
        boolean hadOutput;
        synchronized (lock) {
            before = new AttemptId(kind, task, latest[task]);
            hadOutput = !postponed.get(task);
        }
        if (hadOutput) {
            listener.tell(before, told -> told.outputLost(before));
        }
        synchronized (lock) {
            postponed.clear(task);
            ended--;
            lane(task).execute(nextAttempt(task, false));
        }
    }

    /** The tasks whose input was lost. They have ended until {@link #repeat}. */
    public BitSet postponed() {
        synchronized (lock) {
            return (BitSet) postponed.clone();
        }
    }

    private FairPool.Lane lane(int task) {
        return lanes.of(task);
    }

    @GuardedBy("lock")
    private AttemptRun nextAttempt(int task, boolean alone) {
        AttemptGuard guard = new AttemptGuard(new AttemptId(kind, task, ++latest[task]));
        return new AttemptRun(guard, bodies.apply(guard), this, alone);
    }

    /** Counts an attempt as running; false if the job no longer needs it. */
    boolean admit(AttemptRun attempt) {
        synchronized (lock) {
            if (fate.decided()) {
                return false;
            }
            running.put(attempt.id(), attempt);
            return true;
        }
    }

    /**
     * Waits, on the thread of an admitted attempt, until the attempt may run, alone or beside
     * others.
     */
    void awaitStart(AttemptRun attempt) throws InterruptedException {
        if (attempt.alone()) {
            exclusive.enterAlone(attempt, meets);
        } else {
            exclusive.enter(attempt);
        }
    }

    /** Called when an admitted attempt is over, whether it has started or not. */
    void left(AttemptRun attempt) {
        exclusive.leave(attempt);
    }

    /** Called on the thread of an attempt that may start, before its first action. */
    void started(AttemptRun attempt) {
        Phase main = kind == TaskKind.MAP ? Phase.MAP : Phase.REDUCE;
        trace.attemptStarted(main, attempt.toString());
        listener.tell(attempt.id(), told -> told.attemptStarted(attempt.id()));
        if (fate.decided()) {
            wake(); // the listener may have thrown
        }
    }

    /**
     * Counts an attempt as ended, and decides what follows.
     *
     * @param failure the cause of its failure; null if it succeeded
     */
    void ended(AttemptRun attempt, @Nullable Throwable failure) {
        Ended endedBy = attempt.endedBy();
        if (failure == null) {
            succeeded(attempt);
        } else if (endedBy == null && failure instanceof InputLostException) {
            postponed(attempt, failure);
        } else if (endedBy == null && failure instanceof AttemptDiscardedException) {
            killed(attempt, String.valueOf(failure.getMessage()));
        } else if (endedBy == null) {
            failed(attempt, failure);
        } else if (endedBy.countsAsFailure()) {
            failed(attempt, because(attempt, endedBy, failure));
        } else {
            killed(attempt, endedBy.why());
        }
    }

    private static Throwable because(AttemptRun attempt, Ended endedBy, Throwable failure) {
        AttemptEndedException cause = attempt.ending(endedBy.why());
        if (!(failure instanceof AttemptEndedException)) {
            cause.addSuppressed(failure);
        }
        return cause;
    }

    private void succeeded(AttemptRun attempt) {
        AttemptId id = attempt.id();
        AttemptBody body = attempt.body();
        trace.attemptEnded(id.toString(), Outcome.SUCCEEDED);
        listener.tell(id, told -> told.attemptSucceeded(id, body.output(), body.spilledRecords()));
        synchronized (lock) {
            remove(attempt);
            ended++;
        }
    }

    private void killed(AttemptRun attempt, String why) {
        AttemptId id = attempt.id();
        trace.attemptEnded(id.toString(), Outcome.KILLED);
        listener.tell(id, told -> told.attemptKilled(id, why));
        synchronized (lock) {
            if (remove(attempt)) {
                retry(id, attempt.alone());
            }
        }
    }

    private void postponed(AttemptRun attempt, Throwable cause) {
        AttemptId id = attempt.id();
        String why = String.valueOf(cause.getMessage());
        trace.attemptEnded(id.toString(), Outcome.KILLED);
        listener.tell(id, told -> told.attemptKilled(id, why));
        synchronized (lock) {
            if (remove(attempt)) {
                postponed.set(id.task());
                ended++;
            }
        }
    }

    private void failed(AttemptRun attempt, Throwable cause) {
        AttemptId id = attempt.id();
        trace.attemptEnded(id.toString(), Outcome.FAILED);
        boolean last;
        synchronized (lock) {
            last = failures[id.task()] + 1 >= policy.maxAttempts();
        }
        listener.tell(id, told -> told.attemptFailed(id, cause, last));
        synchronized (lock) {
            if (!remove(attempt)) {
                return;
            }
            failures[id.task()]++;
            if (!last) {
                retry(id, attempt.alone() || shouldRunAlone(attempt));
                return;
            }
            ended++;
            failed++;
            exhausted.set(id.task());
            if (policy.exceededBy(failed, total)) {
                fate.fail(
                        FailureText.ofTask(
                                listener.jobName(),
                                id,
                                new FailedTasks(policy, failed, total),
                                cause,
                                attempt.memoryHolders()),
                        cause);
            }
        }
    }

    /**
     * Fails the job because of an attempt that failed after its commit, so that its task cannot be
     * tried again.
     */
    void doom(AttemptRun attempt, Throwable cause) {
        fate.fail(
                "job "
                        + listener.jobName()
                        + " failed: the result of attempt "
                        + attempt.id()
                        + " is lost: "
                        + FailureText.of(cause),
                cause);
    }

    /** Counts an attempt as ended because the engine itself failed. */
    void lost(AttemptRun attempt, Throwable cause) {
        doom(attempt, cause);
        synchronized (lock) {
            remove(attempt);
        }
    }

    /**
     * Queues the retry ahead of first attempts: a task that always fails should fail the job soon.
     */
    @GuardedBy("lock")
    private void retry(AttemptId id, boolean alone) {
        if (!fate.decided()) {
            lane(id.task()).executeNext(nextAttempt(id.task(), alone));
        }
    }

    /**
     * Whether the attempt ran out of memory, and the memory may suffice for one attempt at a time.
     */
    private boolean shouldRunAlone(AttemptRun attempt) {
        String holders = attempt.memoryHolders();
        if (meets.getAsBoolean() || holders == null) {
            return false;
        }
        DaemonThreads.LOG.log(
                System.Logger.Level.WARNING,
                ("%s of job %s ran out of memory beside other attempts; its next attempt runs alone."
                                + " If all tasks need as much memory, run fewer at the same time: %s (%s)")
                        .formatted(
                                attempt.id(),
                                listener.jobName(),
                                kind == TaskKind.MAP
                                        ? EngineKeys.MAP_THREADS
                                        : EngineKeys.REDUCE_THREADS,
                                holders));
        return true;
    }

    /** False if the attempt was left behind meanwhile. */
    @GuardedBy("lock")
    private boolean remove(AttemptRun attempt) {
        lock.notifyAll();
        return running.remove(attempt.id(), attempt);
    }

    /** Ends one attempt; false if it does not run. */
    public boolean endAttempt(AttemptId id, Ended why) {
        synchronized (lock) {
            AttemptRun attempt = running.get(id);
            if (attempt == null) {
                return false;
            }
            attempt.end(why, exitTimeout);
            lock.notifyAll();
            return true;
        }
    }

    /** Leaves behind the attempt that {@code thread} works for, which will never stop. */
    public void leaveBehind(Thread thread, Ended why) {
        synchronized (lock) {
            running.values().stream()
                    .filter(attempt -> attempt.runsOn(thread))
                    .forEach(attempt -> attempt.end(why, Duration.ZERO));
            lock.notifyAll();
        }
    }

    /** Ends all attempts after the job's fate is decided, and wakes {@link #awaitEnd}. */
    public void wake() {
        synchronized (lock) {
            endIfDecided();
            lock.notifyAll();
        }
    }

    /** The end of the job, which ends all its attempts; null if it is not decided. */
    @GuardedBy("lock")
    private JobFate.@Nullable End endIfDecided() {
        JobFate.End decided = fate.end();
        if (decided != null) {
            lanes.lanes().forEach(FairPool.Lane::dropWaiting);
            Ended why = new Ended(decided.why(), false);
            running.values().forEach(attempt -> attempt.end(why, exitTimeout));
        }
        return decided;
    }

    /**
     * Waits until all tasks have ended or, once the job's fate is decided, until all running
     * attempts have ended.
     */
    public void awaitEnd() {
        for (List<AttemptRun> overdue = nextOverdue();
                !overdue.isEmpty();
                overdue = nextOverdue()) {
            overdue.forEach(this::leaveBehind);
        }
    }

    /** Ended attempts that did not stop in time; empty when the wait is over. */
    private List<AttemptRun> nextOverdue() {
        synchronized (lock) {
            while (true) {
                JobFate.End decided = endIfDecided();
                if (running.isEmpty() && (decided != null || ended == total)) {
                    return List.of();
                }
                List<AttemptRun> overdue = new ArrayList<>();
                long nanos = Long.MAX_VALUE;
                for (AttemptRun attempt : running.values()) {
                    long left = attempt.nanosLeft();
                    if (left <= 0) {
                        overdue.add(attempt);
                    } else if (left < Long.MAX_VALUE) {
                        attempt.remind();
                        nanos = Math.min(nanos, Math.min(left, AttemptRun.REMIND_NANOS));
                    }
                }
                if (!overdue.isEmpty()) {
                    return overdue;
                }
                await(nanos);
            }
        }
    }

    @SuppressWarnings("WaitNotInLoop") // the caller loops
    private void await(long nanos) {
        try {
            if (nanos == Long.MAX_VALUE) {
                lock.wait();
            } else {
                lock.wait(TimeUnit.NANOSECONDS.toMillis(nanos) + 1);
            }
        } catch (InterruptedException e) {
            // The engine owns the job's thread: no code has a reason to interrupt it.
        }
    }

    /** Takes everything from an attempt whose thread does not stop, and continues without it. */
    private void leaveBehind(AttemptRun attempt) {
        AttemptRun.Abandoned left = attempt.abandon();
        if (left == null) {
            return;
        }
        lane(attempt.id().task()).abandon(work -> work == attempt);
        sorters.leaveBehind(attempt.id());
        exclusive.leave(attempt);
        Ended endedBy = attempt.endedBy();
        String why = endedBy == null ? "it did not stop" : endedBy.why();
        String problem =
                "%s of job %s did not stop within %s ms after it was ended (%s); its thread is left behind"
                        .formatted(attempt.id(), listener.jobName(), exitTimeout.toMillis(), why);
        DaemonThreads.LOG.log(System.Logger.Level.WARNING, problem);
        AttemptEndedException cause = attempt.ending(why);
        if (left.toUndo()) {
            DaemonThreads.runFor(
                    ABORT_LIMIT,
                    "millrace-abort-" + attempt.id(),
                    () -> attempt.body().abandon(cause));
        }
        attempt.body().ended(false);
        if (left.committing()) {
            fate.fail(problem + "; it was committing, so part of its output may exist", cause);
        }
        ended(attempt, cause);
    }

    @Override
    public String toString() {
        return total + " " + kind + " tasks of job " + listener.jobName();
    }
}
