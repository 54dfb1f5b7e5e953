package io.millrace.engine.memory;

/** Where slabs live. */
public enum SlabKind {
    AUTO,
    HEAP,
    NATIVE
}
