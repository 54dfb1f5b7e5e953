package io.millrace.engine.plan;

/** Whether a job's combiner runs. */
public enum CombineMode {

    /**
     * Once for each run, as in Hadoop; what is done in its place, where values lie, ends where keys
     * hardly repeat.
     */
    AUTO,

    /** The same, and what is done in its place never ends. */
    ALWAYS,

    NEVER
}
