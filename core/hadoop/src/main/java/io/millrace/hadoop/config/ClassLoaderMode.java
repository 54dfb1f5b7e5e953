package io.millrace.hadoop.config;

/** Which classes a job sees first: those of the client's class path or those of its own jar. */
public enum ClassLoaderMode {
    /** The client's classes first, the job's jar and libjars after them. */
    SHARED,
    /** The job's jar and libjars first, except for classes of the JDK, Hadoop and Millrace. */
    ISOLATED
}
