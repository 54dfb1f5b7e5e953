package io.millrace.engine.plan;

/** What a map attempt writes to. */
public enum CollectorKind {
    AUTO,
    SORT,
    HASH
}
