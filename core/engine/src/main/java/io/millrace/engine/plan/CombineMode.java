package io.millrace.engine.plan;

/** Whether a job's combiner runs. */
public enum CombineMode {

    /**
     * Once for each run, as in Hadoop. If a table combines in its place, it stops when keys hardly
     * repeat.
     */
    AUTO,

    /** The same, but a table that combines in its place never stops. */
    ALWAYS,

    NEVER
}
