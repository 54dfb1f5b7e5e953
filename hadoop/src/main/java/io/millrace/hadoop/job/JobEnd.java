package io.millrace.hadoop.job;

import org.apache.hadoop.mapreduce.JobStatus.State;

/**
 * How a job ended.
 *
 * @param state SUCCEEDED, FAILED or KILLED
 * @param why for people, one line; empty for a job that succeeded
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
