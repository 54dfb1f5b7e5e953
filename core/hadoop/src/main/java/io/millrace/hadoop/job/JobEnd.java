package io.millrace.hadoop.job;

import io.millrace.hadoop.watch.JobFailure;
import org.apache.hadoop.mapreduce.JobStatus.State;
import org.jspecify.annotations.Nullable;

/**
 * The end of a job.
 *
 * @param state SUCCEEDED, FAILED or KILLED
 * @param why for people, one line; empty for a job that succeeded
 * @param failure null for a job that succeeded or was killed
 */
record JobEnd(State state, String why, @Nullable JobFailure failure) {

    static final JobEnd SUCCESS = new JobEnd(State.SUCCEEDED, "", null);

    static JobEnd failed(String why, JobFailure failure) {
        return new JobEnd(State.FAILED, why, failure);
    }

    static JobEnd killed(String why) {
        return new JobEnd(State.KILLED, "Job killed: " + why, null);
    }
}
