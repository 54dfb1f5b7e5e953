package io.millrace.engine.job;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.millrace.engine.memory.ProcessMemory;
import io.millrace.engine.task.AttemptGuard;
import io.millrace.engine.task.AttemptId;
import io.millrace.engine.task.Thrown;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * One attempt, from its slot to its end. It runs on a thread of a pool; other threads may end it,
 * which interrupts it, or abandon it, which takes everything from it. Thread-safe.
 *
 * <p>Whether an attempt commits or is ended is decided in one place, under this object's lock: a
 * commit is granted only while nobody has ended the attempt, and an attempt that has the grant is
 * left alone until it is overdue.
 */
final class AttemptRun implements Runnable, AttemptBody.Steps {

    private enum State {
        WAITING,
        RUNNING,
        COMMITTING,
        /** Has succeeded, or is being undone. */
        ENDING,
        /** Its thread reports what became of it. */
        ENDED,
        ABANDONED
    }

    /** How long after an interrupt the next one comes. */
    static final long REMIND_NANOS = TimeUnit.SECONDS.toNanos(1);

    /**
     * That somebody ended the attempt.
     *
     * @param countsAsFailure whether it counts against the task's attempts
     */
    record Ended(String why, boolean countsAsFailure) {}

    private final AttemptId id;
    private final AttemptGuard guard;
    private final AttemptBody body;
    private final TaskSet tasks;
    private final boolean alone;
    private final Object lock = new Object();

    @GuardedBy("lock")
    private State state = State.WAITING;

    @GuardedBy("lock")
    private @Nullable Thread thread;

    @GuardedBy("lock")
    private @Nullable Ended ended;

    @GuardedBy("lock")
    private long deadlineNanos;

    @GuardedBy("lock")
    private long interruptedNanos;

    /** Where its thread was when somebody ended it for doing nothing. */
    @GuardedBy("lock")
    private StackTraceElement[] endedAt = {};

    /** Used by the attempt's thread only. */
    private boolean committed;

    /** As {@link #committed}: who held the memory when the attempt ran out of it. */
    private @Nullable String memoryHolders;

    /**
     * An attempt that waits for its slot.
     *
     * @param alone whether no other is to run beside it
     */
    AttemptRun(AttemptGuard guard, AttemptBody body, TaskSet tasks, boolean alone) {
        this.id = guard.attempt();
        this.guard = guard;
        this.body = body;
        this.tasks = tasks;
        this.alone = alone;
    }

    AttemptId id() {
        return id;
    }

    /** Whether no other attempt is to run beside it. */
    boolean alone() {
        return alone;
    }

    /**
     * Who held the record memory when the attempt failed because it ran out of memory, before it
     * gave back its own; null if it did not. For the thread that reports the attempt.
     */
    @Nullable String memoryHolders() {
        return memoryHolders;
    }

    AttemptBody body() {
        return body;
    }

    @Override
    public void run() {
        synchronized (lock) {
            thread = Thread.currentThread();
            state = State.RUNNING;
        }
        if (!tasks.admit(this)) {
            return;
        }
        try {
            runAdmitted();
        } finally {
            tasks.left(this);
        }
    }

    private void runAdmitted() {
        Throwable failure = null;
        try {
            tasks.awaitStart(this);
            tasks.started(this);
            body.run(this);
        } catch (Throwable e) { // also errors: a user's class that does not link fails its attempt
            // only
            memoryHolders =
                    Thrown.comesFrom(e, OutOfMemoryError.class) ? ProcessMemory.holders() : null;
            failure = explained(Thrown.sound(e));
        }
        if (!stopped()) {
            body.returned();
            return;
        }
        if (failure != null) {
            body.undo(failure);
        }
        if (undone()) {
            body.ended(true);
            report(failure);
        }
    }

    private Throwable explained(Throwable failure) {
        try {
            return body.explain(failure);
        } catch (Throwable e) { // the failure itself matters more than where it happened
            return failure;
        }
    }

    /** The attempt's own work is over; false if it was abandoned meanwhile. */
    private boolean stopped() {
        synchronized (lock) {
            if (state == State.ABANDONED) {
                return false;
            }
            state = State.ENDING;
            thread = null;
            Thread.interrupted();
            return true;
        }
    }

    /** Nothing is left but to report; false if the attempt was abandoned meanwhile. */
    private boolean undone() {
        synchronized (lock) {
            if (state == State.ABANDONED) {
                return false;
            }
            state = State.ENDED;
            Thread.interrupted();
            return true;
        }
    }

    private void report(@Nullable Throwable failure) {
        try {
            if (failure != null && committed) {
                tasks.doom(this, failure);
            }
            tasks.ended(this, failure);
        } catch (
                Throwable
                        e) { // out of memory, for instance; the job must not wait for this attempt
            tasks.lost(this, e);
        }
    }

    @Override
    public void leaveUserCode() throws AttemptEndedException {
        synchronized (lock) {
            checkWanted();
            Thread.interrupted();
        }
    }

    @Override
    public void enterCommit() throws AttemptEndedException {
        synchronized (lock) {
            checkWanted();
            state = State.COMMITTING;
            Thread.interrupted();
        }
    }

    @Override
    public void leaveCommit() throws AttemptEndedException {
        committed = true;
        synchronized (lock) {
            if (state == State.ABANDONED) {
                throw new AttemptEndedException("attempt " + id + " was left behind");
            }
        }
    }

    @GuardedBy("lock")
    private void checkWanted() throws AttemptEndedException {
        if (ended != null) {
            throw new AttemptEndedException(ended.why());
        }
        if (state != State.RUNNING) {
            throw new AttemptEndedException("attempt " + id + " is over");
        }
    }

    /**
     * Ends the attempt: fences and interrupts it unless it commits. After {@code limit} it is
     * overdue. If somebody ended it before, the shorter limit counts, and nothing else of this.
     */
    void end(Ended value, Duration limit) {
        synchronized (lock) {
            long deadline = System.nanoTime() + limit.toNanos();
            if (ended != null) {
                deadlineNanos = deadline - deadlineNanos < 0 ? deadline : deadlineNanos;
                return;
            }
            ended = value;
            deadlineNanos = deadline;
            if (value.countsAsFailure() && thread != null) {
                endedAt = thread.getStackTrace();
            }
            if (state == State.RUNNING) {
                guard.revoke();
                interrupt();
            }
        }
    }

    /** As an exception: why somebody ended the attempt, and where in its code it was then. */
    AttemptEndedException ending(String why) {
        AttemptEndedException ending = new AttemptEndedException(why);
        synchronized (lock) {
            if (endedAt.length > 0) {
                ending.setStackTrace(endedAt);
            }
        }
        return ending;
    }

    /** Whether {@code candidate} is the thread that does the attempt's own work now. */
    boolean runsOn(Thread candidate) {
        synchronized (lock) {
            return thread == candidate;
        }
    }

    /** Who ended the attempt and why, or null. */
    @Nullable Ended endedBy() {
        synchronized (lock) {
            return ended;
        }
    }

    /**
     * Interrupts an attempt that was ended again if it still runs: what it called may have lost the
     * first interrupt, as Hadoop's Shell does.
     */
    void remind() {
        synchronized (lock) {
            boolean runs = ended != null && state == State.RUNNING;
            if (runs && System.nanoTime() - interruptedNanos >= REMIND_NANOS) {
                interrupt();
            }
        }
    }

    /**
     * Nanoseconds until the attempt should have stopped, not positive if overdue; {@code
     * Long.MAX_VALUE} if it need not or has.
     */
    long nanosLeft() {
        synchronized (lock) {
            boolean open = ended != null && state != State.ENDED;
            return open ? deadlineNanos - System.nanoTime() : Long.MAX_VALUE;
        }
    }

    /**
     * Fences the attempt for good; its thread, if it ever returns, changes nothing any more.
     *
     * @return what is left to do; null if it has stopped after all
     */
    @Nullable Abandoned abandon() {
        synchronized (lock) {
            State was = state;
            if (was == State.ENDED) {
                return null;
            }
            state = State.ABANDONED;
            guard.leaveBehind();
            interrupt();
            return new Abandoned(was != State.ENDING, was == State.COMMITTING);
        }
    }

    /**
     * An attempt left behind.
     *
     * @param toUndo whether its thread did not begin to undo it
     * @param committing whether it was in its commit, so that nobody knows what became visible
     */
    record Abandoned(boolean toUndo, boolean committing) {}

    @GuardedBy("lock")
    private void interrupt() {
        if (thread != null) {
            thread.interrupt();
            interruptedNanos = System.nanoTime();
        }
    }

    @Override
    public String toString() {
        return id.toString();
    }
}
