package io.millrace.engine.plan;

/** When a job's partial reducer runs. */
public enum PartialReduceMode {

    /** {@link #EAGER} if the job names one, {@link #SHORT} if its combiner can serve as one. */
    AUTO,

    /** While map tasks run, over several committed map outputs at once. */
    EAGER,

    /** Only when memory is short. */
    SHORT,

    NEVER
}
