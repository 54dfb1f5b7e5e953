package io.millrace.engine.plan;

/** Which thread merges the runs of a partition. */
public enum MergeMode {
    AUTO,

    /** A thread that sorts, a block of records ahead of the reducer. */
    AHEAD,

    /** The reducer's own, record by record. */
    INLINE
}
