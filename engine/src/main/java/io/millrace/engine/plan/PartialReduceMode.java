package io.millrace.engine.plan;

/** When a job's partial reducer runs. */
public enum PartialReduceMode {

    /** While map tasks run, over several committed map outputs at once. */
    EAGER,

    NEVER
}
