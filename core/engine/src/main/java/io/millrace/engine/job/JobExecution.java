package io.millrace.engine.job;

import io.millrace.engine.job.schedule.AttemptRun.Ended;
import io.millrace.engine.plan.Plan;
import io.millrace.engine.task.AttemptId;
import io.millrace.engine.trace.Trace;

/** One run of one job. Thread-safe. */
public final class JobExecution {

    private final JobRun run;

    JobExecution(JobRun run) {
        this.run = run;
    }

    /**
     * Waits until every attempt has ended and everything the job held is given back.
     *
     * @throws JobFailedException if too many tasks failed
     * @throws JobCancelledException if {@link #cancel} came first
     * @throws InterruptedException if the waiting thread is interrupted; the job continues
     */
    public void await() throws JobFailedException, JobCancelledException, InterruptedException {
        run.await();
    }

    /**
     * Ends the job: no further attempt starts; running attempts are fenced and interrupted, and
     * left behind if they do not stop. A committing attempt may finish its commit. Does not wait,
     * and does nothing if the job has ended.
     */
    public void cancel(String why) {
        run.cancel(why);
    }

    /**
     * Ends one running attempt: fences and interrupts it, and leaves it behind if it does not stop.
     * Does not wait. A committing attempt may finish its commit, and then has succeeded.
     *
     * @param countsAsFailure whether it counts against the task's attempts, or is just tried again
     * @return false if that attempt is not running
     */
    public boolean endAttempt(AttemptId attempt, boolean countsAsFailure, String why) {
        return run.endAttempt(attempt, new Ended(why, countsAsFailure));
    }

    /**
     * Immediately leaves behind the attempt that {@code thread} works for, because it can never
     * stop. Does nothing if there is none.
     */
    public void leaveBehind(Thread thread, String why) {
        run.leaveBehind(thread, new Ended(why, false));
    }

    public Plan plan() {
        return run.plan();
    }

    public Trace trace() {
        return run.trace();
    }
}
