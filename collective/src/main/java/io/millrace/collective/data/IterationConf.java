package io.millrace.collective.data;

import org.apache.hadoop.mapred.JobConf;

/** The configuration of a task in a gang, which brings the iteration's data with it. */
public final class IterationConf extends JobConf {

    private final DynamicData data;

    /** A copy of a step's configuration, with the data as {@link Share} leaves it to the task. */
    public IterationConf(JobConf step, DynamicData data) {
        super(step);
        this.data = data;
    }

    DynamicData data() {
        return data;
    }
}
