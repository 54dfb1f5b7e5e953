package io.millrace.hadoop.job;

import org.apache.hadoop.mapreduce.JobStatus.State;

/**
 * The end of a job.
 *
 * @param state SUCCEEDED, FAILED or KILLED
 * @param why one line for people; empty for a job that succeeded
 */
record JobEnd(State state, String why) {

    static final JobEnd SUCCESS = new JobEnd(State.SUCCEEDED, "");

    static JobEnd failed(String why) {
        return new JobEnd(State.FAILED, why);
    }

    static JobEnd killed(String why) {
        return new JobEnd(State.KILLED, "Job killed: " + why);
    }
}
