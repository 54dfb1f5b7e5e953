package io.millrace.hadoop.config;

/** What attempts that run at the same time share of a job's classes. */
public enum TaskIsolation {
    /**
     * Slot for what comes with the job, in its jar or its cached class path. Classes of the client
     * itself are shared, by one attempt at a time unless they are found to have no mutable statics.
     */
    AUTO,
    /**
     * Each running attempt has its own copy of all classes but the JDK's, Hadoop's and ours; a new
     * one where attempts are found to change statics, else that of the attempt before it.
     */
    SLOT,
    /** All attempts share the job's classes. */
    NONE,
    /** Attempts run in other processes; each in one of its own where they change statics. */
    PROCESS
}
