package io.millrace.hadoop.config;

/** The reaction if another file already has the name of a cached file's link. */
public enum LinkConflict {
    /** The job fails, naming both files. */
    FAIL,
    /** The job uses the existing file, as under Hadoop's local runner. */
    IGNORE,
    /**
     * Like FAIL, but if the file belongs to another job, this job waits until that job has ended. A
     * job that a task submitted does not wait, because the other job may be waiting for it: its
     * tasks run in JVMs with separate working directories.
     */
    WAIT
}
