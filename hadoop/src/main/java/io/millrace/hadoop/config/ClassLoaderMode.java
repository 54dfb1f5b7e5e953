package io.millrace.hadoop.config;

/** Where a job's classes come from first: the client's class path, or the job's own jar. */
public enum ClassLoaderMode {
    /** The client's classes first, the job's jar and libjars after them. */
    SHARED,
    /** The job's jar and libjars first, for all but the JDK's, Hadoop's and Millrace's classes. */
    ISOLATED
}
