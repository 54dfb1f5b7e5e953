package io.millrace.hadoop.watch;

import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.JobID;

/** A job that was submitted in a process that only plans jobs. Used on one thread. */
public interface PlannedJob {

    JobID id();

    /** The job's own configuration. */
    Configuration conf();

    /**
     * Creates the job's resources on this machine, plans it as if it were about to run, and removes
     * the resources.
     *
     * @throws IOException if the job would fail before its first task, with that failure
     */
    JobPlan plan() throws IOException;
}
