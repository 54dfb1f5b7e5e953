package io.millrace.engine.plan;

/** Whether a job's combiner runs. */
public enum CombineMode {
    AUTO,
    ALWAYS,
    NEVER
}
