package io.millrace.collective.loop;

import java.io.IOException;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mapreduce.Job;

/** Runs the jobs of a loop, and adds up their counters. */
final class LoopJobs {

    /** Most loops run in this process or on this machine, where polling is cheap. */
    private static final long POLL_MILLIS = 5;

    private final Counters counters = new Counters();

    Counters counters() {
        return counters;
    }

    /** Waits for the end of a job that was submitted; kills it if the wait is interrupted. */
    void await(Job job) throws IOException, InterruptedException {
        try {
            while (!job.isComplete()) {
                Thread.sleep(POLL_MILLIS);
            }
        } catch (InterruptedException e) {
            job.killJob();
            throw e;
        }
        Counters counted = job.getCounters();
        if (counted != null) {
            counters.incrAllCounters(counted);
        }
        if (!job.isSuccessful()) {
            throw new IOException(
                    "the loop's job "
                            + job.getJobName()
                            + " ("
                            + job.getJobID()
                            + ") failed: "
                            + job.getStatus().getFailureInfo());
        }
    }
}
