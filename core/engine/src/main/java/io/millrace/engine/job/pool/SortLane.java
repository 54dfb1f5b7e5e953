package io.millrace.engine.job.pool;

import io.millrace.engine.job.attempt.JobRecords;
import io.millrace.engine.job.pool.FairPool.Lane;
import io.millrace.engine.shuffle.context.Sorters;
import io.millrace.engine.task.AttemptGuard;
import io.millrace.engine.task.AttemptId;
import io.millrace.engine.task.Cancellation;
import java.time.Duration;
import java.util.function.IntSupplier;

/** The part of the sort pool that serves the attempts of one job. Thread-safe. */
public final class SortLane implements Sorters {

    private final JobRecords job;
    private final Lane lane;

    /** The lane of a job that uses at most {@code slots} threads of the pool. */
    public SortLane(JobRecords job, IntSupplier priority, FairPool pool, int slots) {
        this.job = job;
        this.lane = pool.openLane(slots, priority);
    }

    /** Work for an attempt. */
    private record Sorting(AttemptId attempt, Runnable work) implements Runnable {

        @Override
        public void run() {
            work.run();
        }
    }

    @Override
    public void execute(AttemptGuard guard, Runnable work) {
        Runnable cancelled =
                () ->
                        Cancellation.during(
                                guard,
                                () -> {
                                    work.run();
                                    return true;
                                });
        lane.execute(new Sorting(guard.attempt(), job.carry(cancelled)));
    }

    /** Replaces the threads that work for an attempt that was left behind. */
    public void leaveBehind(AttemptId attempt) {
        int threads =
                lane.abandon(work ->
                        work instanceof Sorting sorting && sorting.attempt().equals(attempt));
        warn(threads, "attempt " + attempt + " of job " + job.name());
    }

    /**
     * Ends sorting that is no longer needed. Threads that still sort use the shuffle's memory: they
     * get {@code limit} to stop, then they are left behind.
     */
    public void end(boolean interrupt, Duration limit) {
        if (interrupt) {
            lane.interruptRunning();
        }
        if (!lane.awaitRest(limit)) {
            lane.dropWaiting();
            warn(lane.abandon(work -> true), "job " + job.name());
        }
    }

    private static void warn(int threads, String who) {
        if (threads > 0) {
            DaemonThreads.LOG.log(
                    System.Logger.Level.WARNING,
                    threads
                            + (threads == 1 ? " sort thread" : " sort threads")
                            + " for "
                            + who
                            + " did not stop; the pool replaces them");
        }
    }
}
