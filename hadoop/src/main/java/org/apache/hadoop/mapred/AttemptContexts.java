package org.apache.hadoop.mapred;

/**
 * Makes attempt contexts that have a reporter, so that counters of committers and formats are not
 * lost. It lives in Hadoop's package because the constructor is private to it; probed by {@code
 * io.millrace.hadoop.client.HadoopProbe}.
 */
public final class AttemptContexts {

    private AttemptContexts() {}

    /** A context for both APIs: old-API committers cast what they are given to this type. */
    public static TaskAttemptContext of(JobConf conf, TaskAttemptID attempt, Reporter reporter) {
        return new TaskAttemptContextImpl(conf, attempt, reporter);
    }
}
