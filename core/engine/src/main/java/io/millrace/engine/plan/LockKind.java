package io.millrace.engine.plan;

/** Locks of shared streams: Java's own monitor, reentrant, test-and-set, test-and-test-and-set. */
public enum LockKind {
    SYNCHRONIZED,
    REENTRANT,
    TAS,
    TTAS
}
