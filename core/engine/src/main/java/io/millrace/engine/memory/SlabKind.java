package io.millrace.engine.memory;

/** Where slabs are stored. */
public enum SlabKind {
    AUTO,
    HEAP,
    NATIVE
}
