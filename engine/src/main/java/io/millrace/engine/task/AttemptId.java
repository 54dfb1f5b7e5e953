package io.millrace.engine.task;

import java.util.Locale;

/**
 * One attempt at one task.
 *
 * @param task index of the task among those of its kind, from 0
 * @param attempt number of the attempt, from 0
 */
public record AttemptId(TaskKind kind, int task, int attempt) {

    /** For logs and file names: {@code map-3.0}. */
    @Override
    public String toString() {
        return kind.name().toLowerCase(Locale.ROOT) + "-" + task + "." + attempt;
    }
}
