package io.millrace.engine.job;

import io.millrace.engine.plan.Plan;
import io.millrace.engine.task.AttemptId;
import io.millrace.engine.trace.Trace;

/** One run of one job. Thread-safe. */
public final class JobExecution {

    /**
     * Waits until every attempt has ended and everything the job held is given back.
     *
     * @throws JobFailedException if too many tasks failed
     * @throws JobCancelledException if {@link #cancel} came first
     * @throws InterruptedException if the waiting thread is interrupted; the job goes on
     */
    public void await() throws JobFailedException, JobCancelledException, InterruptedException {
        throw new UnsupportedOperationException();
    }

    /** Ends the job: no further attempt starts, running ones are interrupted, and fenced if they do not end. */
    public void cancel(String why) {
        throw new UnsupportedOperationException();
    }

    /**
     * Ends one running attempt.
     *
     * @param countsAsFailure whether it counts against the task's attempts, or is simply tried again
     * @return false if that attempt is not running
     */
    public boolean endAttempt(AttemptId attempt, boolean countsAsFailure, String why) {
        throw new UnsupportedOperationException();
    }

    public Plan plan() {
        throw new UnsupportedOperationException();
    }

    public Trace trace() {
        throw new UnsupportedOperationException();
    }
}
