package io.millrace.engine.plan;

/** What a map attempt writes to. */
public enum CollectorKind {
    AUTO,
    SORT,

    /** A table that makes one value of two in the combiner's place. */
    HASH,

    /** A table that keeps the values of a key together. */
    GROUP
}
