package io.millrace.engine.plan;

/** The structure that a map attempt writes to. */
public enum CollectorKind {
    AUTO,
    SORT,

    /** A table that merges values of a key as the combiner would. */
    HASH,

    /** A table that keeps the values of a key together. */
    GROUP
}
