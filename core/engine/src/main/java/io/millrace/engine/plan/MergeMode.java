package io.millrace.engine.plan;

/** The thread that merges the runs of a partition. */
public enum MergeMode {
    AUTO,

    /** A sort thread, a block of records ahead of the reducer. */
    AHEAD,

    /** The reducer's thread, record by record. */
    INLINE
}
