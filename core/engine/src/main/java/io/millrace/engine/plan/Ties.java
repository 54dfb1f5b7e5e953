package io.millrace.engine.plan;

/** The order of records with equal keys. */
public enum Ties {
    /** By map task, then in the order of emission. */
    EMISSION,

    /** As in Hadoop's local job runner. */
    HADOOP
}
