package io.millrace.engine.plan;

/** The compression of runs on disk, or on their way to another worker. */
public enum RunCompression {
    AUTO,
    NONE,
    LZ4
}
