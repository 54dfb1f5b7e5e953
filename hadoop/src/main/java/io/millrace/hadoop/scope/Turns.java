package io.millrace.hadoop.scope;

import io.millrace.engine.task.AttemptId;
import org.jspecify.annotations.Nullable;

/**
 * Lets one attempt of a job at a time run the job's code, on as many threads as it likes: for
 * classes whose statics only one task at a time may use. What the engine does for an attempt needs
 * no turn. Thread-safe.
 */
public final class Turns {

    private @Nullable AttemptId holder;
    private int entered;

    /** Waits until no other attempt has the turn, and takes it; may be called again inside. */
    public synchronized void enter(AttemptId attempt) throws InterruptedException {
        while (holder != null && !holder.equals(attempt)) {
            wait();
        }
        holder = attempt;
        entered++;
    }

    /** Ends what {@link #enter} began. Does nothing for an attempt that was left behind. */
    public synchronized void leave(AttemptId attempt) {
        if (attempt.equals(holder) && --entered == 0) {
            pass();
        }
    }

    /**
     * Ends all that the attempt began, to begin it again with {@link #resume}; others may have the
     * turn meanwhile.
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

    /** Takes the turn again as often as {@link #suspend} said, however long that takes. */
    synchronized void resume(AttemptId attempt, int times) throws InterruptedException {
        if (times > 0) {
            enter(attempt);
            entered = times;
        }
    }

    /** Ends all that the attempt began. */
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
