package io.millrace.engine.job.schedule;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.millrace.engine.job.attempt.AttemptEndedException;
import io.millrace.engine.memory.ProcessMemory;
import io.millrace.engine.task.AttemptGuard;
import io.millrace.engine.task.AttemptId;
import io.millrace.engine.task.Cancellation;
import io.millrace.engine.task.Thrown;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * One attempt, from its slot to its end. It runs on a pool thread. Other threads may end it, which
 * interrupts it, or abandon it, which takes everything from it. Thread-safe.
 *
 * <p>One place decides, under this object's lock, whether an attempt commits or is ended. A commit
 * is granted only while the attempt has not been ended; an attempt with the grant is left alone
 * until it is overdue.
 */
public final class AttemptRun implements Runnable, AttemptBody.Steps {

    private enum State {
        WAITING,
        RUNNING,
        COMMITTING,
        /** It has succeeded, or is being undone. */
        ENDING,
        /** Its thread reports the result. */
        ENDED,
        ABANDONED
    }

    /** Time between interrupts. */
    static final long REMIND_NANOS = TimeUnit.SECONDS.toNanos(1);

    /**
     * The end of an attempt by another thread.
     *
     * @param countsAsFailure whether it counts against the task's attempts
     */
    public record Ended(String why, boolean countsAsFailure) {}

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

    /** The stack of its thread when the attempt was ended for inactivity. */
    @GuardedBy("lock")
    private StackTraceElement[] endedAt = {};

    /** Used only by the attempt's thread. */
    private boolean committed;

    /**
     * The holders of the memory when the attempt ran out of it. Used only by the attempt's thread.
     */
    private @Nullable String memoryHolders;

    /**
     * An attempt that waits for its slot.
     *
     * @param alone whether no other attempt may run beside it
     */
    public AttemptRun(AttemptGuard guard, AttemptBody body, TaskSet tasks, boolean alone) {
        this.id = guard.attempt();
        this.guard = guard;
        this.body = body;
        this.tasks = tasks;
        this.alone = alone;
    }

    public AttemptId id() {
        return id;
    }

    /** Whether no other attempt may run beside it. */
    boolean alone() {
        return alone;
    }

    /**
     * The holders of the record memory when the attempt ran out of it, before the attempt gave back
     * its own; null if it did not run out. For the thread that reports the attempt.
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
            runBody();
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

    private void runBody() throws Exception {
        Cancellation.during(
                guard,
                () -> {
                    body.run(this);
                    return true;
                });
    }

    private Throwable explained(Throwable failure) {
        try {
            return body.explain(failure);
        } catch (Throwable e) { // the failure matters more than its position
            return failure;
        }
    }

    /** Ends the attempt's own work; false if it was abandoned meanwhile. */
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

    /**
     * Ends the undoing, so that only the report remains; false if the attempt was abandoned
     * meanwhile.
     */
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
                Throwable e) { // for instance out of memory; the job must not wait for this attempt
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
            throw new AttemptEndedException("attempt " + id + " has ended");
        }
    }

    /**
     * Ends the attempt: fences and interrupts it unless it is committing. After {@code limit} it is
     * overdue. If it was ended before, only a shorter limit takes effect.
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

    /**
     * An exception that says why the attempt was ended, with the stack of its thread at that
     * moment.
     */
    AttemptEndedException ending(String why) {
        AttemptEndedException ending = new AttemptEndedException(why);
        synchronized (lock) {
            if (endedAt.length > 0) {
                ending.setStackTrace(endedAt);
            }
        }
        return ending;
    }

    /** Whether {@code candidate} is the thread that now runs the attempt's own work. */
    boolean runsOn(Thread candidate) {
        synchronized (lock) {
            return thread == candidate;
        }
    }

    /** The end of the attempt by another thread; null if it was not ended. */
    @Nullable Ended endedBy() {
        synchronized (lock) {
            return ended;
        }
    }

    /**
     * Interrupts an ended attempt again if it still runs: the code that it called may have lost the
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
     * Nanoseconds until the attempt should have stopped; zero or negative if overdue, {@code
     * Long.MAX_VALUE} if it need not stop or has stopped.
     */
    long nanosLeft() {
        synchronized (lock) {
            boolean open = ended != null && state != State.ENDED;
            return open ? deadlineNanos - System.nanoTime() : Long.MAX_VALUE;
        }
    }

    /**
     * Fences the attempt for good: if its thread ever returns, it changes nothing.
     *
     * @return the remaining work; null if the attempt has stopped after all
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
     * An attempt that was left behind.
     *
     * @param toUndo whether its thread has not begun to undo it
     * @param committing whether it was committing, so that its output may be partly visible
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
