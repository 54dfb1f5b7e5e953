package io.millrace.formats.config;

/** The order of a job's map output keys. */
public enum SortBy {
    /** The order of the job's comparator. */
    KEYS,

    /** By a hash of a key's bytes, then by the bytes. */
    FINGERPRINT
}
