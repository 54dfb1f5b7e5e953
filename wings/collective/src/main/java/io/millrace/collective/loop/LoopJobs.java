package io.millrace.collective.loop;

import java.io.IOException;
import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.TaskCompletionEvent;

/** Runs the jobs of a loop, and adds up their counters. */
final class LoopJobs {

    /** Pauses between two looks at a job: short ones see the end of short jobs early. */
    private static final long MIN_PAUSE_MILLIS = 5;

    /** The pause of long jobs, for which a cluster's application master is asked each time. */
    private static final long MAX_PAUSE_MILLIS = 500;

    /** How much longer than its last pause a job has run. */
    private static final int PARTS = 50;

    private static final int MAX_EVENTS = 1000;

    private static final Set<TaskCompletionEvent.Status> FAILURES =
            EnumSet.of(TaskCompletionEvent.Status.FAILED, TaskCompletionEvent.Status.TIPFAILED);

    private final Counters counters = new Counters();

    Counters counters() {
        return counters;
    }

    /** Looks at a job while it runs, and once more when it has ended. */
    @FunctionalInterface
    interface Look {
        void at(Job job) throws IOException;
    }

    /** Waits for the end of a job that was submitted; kills it if the wait is interrupted. */
    void await(Job job) throws IOException, InterruptedException {
        await(job, unwatched -> {});
    }

    /** Likewise, with a look at the job at each step. */
    void await(Job job, Look look) throws IOException, InterruptedException {
        try {
            long start = System.nanoTime();
            while (!job.isComplete()) {
                look.at(job);
                long ran = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
                Thread.sleep(Math.max(MIN_PAUSE_MILLIS, Math.min(MAX_PAUSE_MILLIS, ran / PARTS)));
            }
        } catch (InterruptedException e) {
            job.killJob();
            throw e;
        }
        look.at(job);
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
                            + job.getStatus().getFailureInfo()
                            + taskFailure(job));
        }
    }

    /**
     * The diagnostics of the first failed attempt of a cluster's job; the job itself only counts
     * them. Empty if they are gone: without a history server, they end with the application master.
     */
    private static String taskFailure(Job job) throws IOException, InterruptedException {
        for (TaskCompletionEvent event : job.getTaskCompletionEvents(0, MAX_EVENTS)) {
            if (FAILURES.contains(event.getStatus())) {
                for (String text : job.getTaskDiagnostics(event.getTaskAttemptId())) {
                    return "; " + event.getTaskAttemptId() + ": " + text;
                }
            }
        }
        return "";
    }
}
