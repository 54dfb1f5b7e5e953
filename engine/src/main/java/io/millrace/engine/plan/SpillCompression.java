package io.millrace.engine.plan;

/** The encoding of runs on disk. */
public enum SpillCompression {
    AUTO,
    NONE,
    LZ4
}
