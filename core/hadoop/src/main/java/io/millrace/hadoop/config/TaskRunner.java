package io.millrace.hadoop.config;

/** The classes that run the tasks of a job. */
public enum TaskRunner {
    /** Millrace's own runners, without per-record statistics and progress. */
    FAST,
    /**
     * Hadoop's MapTask and ReduceTask with Hadoop's sort, spill, shuffle and merge, through files.
     */
    HADOOP
}
