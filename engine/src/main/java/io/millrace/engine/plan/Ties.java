package io.millrace.engine.plan;

/** In which order records with equal keys come. */
public enum Ties {
    /** By map task, then as they were emitted. */
    EMISSION,

    /** As Hadoop's local job runner has them. */
    HADOOP
}
