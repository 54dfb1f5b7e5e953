package io.millrace.cli.demo;

import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.Cluster;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mapreduce.JobStatus;
import org.apache.hadoop.mapreduce.TaskType;
import org.jspecify.annotations.Nullable;

/**
 * Looks at the one job of this process from outside, as any client of a cluster would. Thread-safe.
 */
final class JobWatch {

    private final Cluster cluster;
    private final long startNanos = System.nanoTime();

    JobWatch() throws IOException {
        cluster = new Cluster(new Configuration());
    }

    double secondsSinceStart() {
        return (System.nanoTime() - startNanos) / 1e9;
    }

    /** The job's status, or null before it is submitted. */
    @Nullable JobStatus status() throws IOException, InterruptedException {
        JobStatus[] all = cluster.getAllJobStatuses();
        return all == null || all.length == 0 ? null : all[0];
    }

    @Nullable Counters counters(JobStatus status) throws IOException, InterruptedException {
        return cluster.getJob(status.getJobID()).getCounters();
    }

    int tasks(JobStatus status, TaskType type) throws IOException, InterruptedException {
        return cluster.getJob(status.getJobID()).getTaskReports(type).length;
    }
}
