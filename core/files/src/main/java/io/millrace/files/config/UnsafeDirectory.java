package io.millrace.files.config;

/** The reaction to a local directory of a job that other users of the machine can write to. */
public enum UnsafeDirectory {
    /** A private directory in a place that other users cannot change is used instead. */
    REPLACE,
    /**
     * If somebody chose the directory, the job fails; a default directory is replaced by another.
     */
    REFUSE,
    /** The directory is used, and the log warns of it. */
    WARN
}
