package io.millrace.engine.plan;

/** What a map attempt writes to. */
public enum CollectorKind {
    AUTO,
    SORT,

    /** A table that combines. */
    HASH,

    /** A table that keeps the values of a key together. */
    GROUP
}
