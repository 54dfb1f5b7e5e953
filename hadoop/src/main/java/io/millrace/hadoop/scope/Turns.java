package io.millrace.hadoop.scope;

import io.millrace.engine.task.AttemptId;
import org.jspecify.annotations.Nullable;

/**
 * Lets one attempt of a job at a time run the job's code, on any number of threads: for classes
 * whose statics only one task at a time may use. The engine's work for an attempt needs no turn.
 * Thread-safe.
 */
public final class Turns {

    private @Nullable AttemptId holder;
    private int entered;

    /** Waits until no other attempt has the turn, and takes it. Reentrant. */
    public synchronized void enter(AttemptId attempt) throws InterruptedException {
        while (holder != null && !holder.equals(attempt)) {
            wait();
        }
        holder = attempt;
        entered++;
    }

    /** Undoes {@link #enter}. Does nothing for an abandoned attempt. */
    public synchronized void leave(AttemptId attempt) {
        if (attempt.equals(holder) && --entered == 0) {
            pass();
        }
    }

    /**
     * Releases the attempt's turn until {@link #resume}; other attempts may have the turn
     * meanwhile.
     *
     * @return how often the attempt had entered; 0 if it does not have the turn
     */
    synchronized int suspend(AttemptId attempt) {
        if (!attempt.equals(holder)) {
            return 0;
        }
        int times = entered;
        ended(attempt);
        return times;
    }

    /** Takes the turn again as many times as {@link #suspend} returned, however long that takes. */
    synchronized void resume(AttemptId attempt, int times) throws InterruptedException {
        if (times > 0) {
            enter(attempt);
            entered = times;
        }
    }

    /** Releases the attempt's turn for good. */
    public synchronized void ended(AttemptId attempt) {
        if (attempt.equals(holder)) {
            entered = 0;
            pass();
        }
    }

    private void pass() {
        holder = null;
        notifyAll();
    }
}
