package io.millrace.files.config;

/** What happens to a job whose local directory other users of the machine can write. */
public enum UnsafeDirectory {
    /** A directory that somebody chose fails the job; in place of a default, another is used. */
    REFUSE,
    /** It is used, and the log says so. */
    WARN
}
