package io.millrace.engine.plan;

/** How runs are written to disk. */
public enum SpillCompression {
    AUTO,
    NONE,
    LZ4
}
