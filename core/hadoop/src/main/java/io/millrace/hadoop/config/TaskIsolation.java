package io.millrace.hadoop.config;

/** How far concurrent attempts share a job's classes. */
public enum TaskIsolation {
    /**
     * SLOT for classes from the job's jar or its cached class path. Classes of the client itself
     * are shared. Only one attempt at a time uses them unless they have no mutable statics.
     */
    AUTO,
    /**
     * Each running attempt has its own copy of all classes except the JDK's, Hadoop's and
     * Millrace's. An attempt gets a new copy if attempts change statics, and otherwise the copy of
     * the attempt before it.
     */
    SLOT,
    /** All attempts share the job's classes. */
    NONE,
    /** Attempts run in other processes; if they change statics, each runs in a new process. */
    PROCESS
}
