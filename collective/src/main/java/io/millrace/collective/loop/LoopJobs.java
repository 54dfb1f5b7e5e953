package io.millrace.collective.loop;

import java.io.IOException;
import org.apache.hadoop.mapreduce.Job;

/** Runs a job of a loop. */
final class LoopJobs {

    /** Most loops run in this process or beside it, where asking costs little. */
    private static final long POLL_MILLIS = 5;

    private LoopJobs() {}

    /** Waits for the end of a job that was submitted; kills it if the wait is interrupted. */
    static void await(Job job) throws IOException, InterruptedException {
        try {
            while (!job.isComplete()) {
                Thread.sleep(POLL_MILLIS);
            }
        } catch (InterruptedException e) {
            job.killJob();
            throw e;
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
