package io.millrace.engine.task;

/** The two kinds of task. */
public enum TaskKind {
    MAP,
    REDUCE
}
