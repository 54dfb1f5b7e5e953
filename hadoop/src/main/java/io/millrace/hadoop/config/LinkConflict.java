package io.millrace.hadoop.config;

/** What happens if a cached file's link cannot be made because another file has its name. */
public enum LinkConflict {
    /** The job fails, naming both files. */
    FAIL,
    /**
     * The file that is there stays, and the job goes on with it, as under Hadoop's local runner.
     */
    IGNORE,
    /**
     * As FAIL; but where the file belongs to another job, this one waits until that has ended. A
     * job that a task submitted does not, as the other may be the one that waits for it: its tasks
     * get JVMs with working directories of their own.
     */
    WAIT
}
