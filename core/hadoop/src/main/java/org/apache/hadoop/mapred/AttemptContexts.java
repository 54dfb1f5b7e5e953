package org.apache.hadoop.mapred;

/**
 * Creates attempt contexts that have a reporter, so that counters of committers and formats are not
 * lost. It is in Hadoop's package because the constructor is package-private; {@code
 * io.millrace.hadoop.client.HadoopProbe} checks it.
 */
public final class AttemptContexts {

    private AttemptContexts() {}

    /** A context for both APIs: old-API committers cast their context to this type. */
    public static TaskAttemptContext of(JobConf conf, TaskAttemptID attempt, Reporter reporter) {
        return new TaskAttemptContextImpl(conf, attempt, reporter);
    }
}
