package io.millrace.engine.task;

import java.util.Locale;

/**
 * One attempt at one task.
 *
 * @param task index of the task among those of its kind, from 0
 * @param attempt number of the attempt, from 0
 */
public record AttemptId(TaskKind kind, int task, int attempt) {

    private static final int PARTIAL = -1;
    private static final int NO_TASK = -1;
    private static final String ROUND = "partial-";

    /** For a round of partial reduce, which works for reduce tasks before they have attempts. */
    public static AttemptId partial(int round) {
        return new AttemptId(TaskKind.REDUCE, round, PARTIAL);
    }

    /** For a job's code that works for no task, such as its committer. */
    public static AttemptId ofJob() {
        return new AttemptId(TaskKind.MAP, NO_TASK, 0);
    }

    /** Whether this stands for code that works for no task. */
    public boolean isJob() {
        return task == NO_TASK;
    }

    /** Whether a text names a round of partial reduce. */
    public static boolean isRound(String text) {
        return text.startsWith(ROUND);
    }

    /** For logs and file names: {@code map-3.0}. */
    @Override
    public String toString() {
        if (attempt == PARTIAL) {
            return ROUND + task;
        }
        if (isJob()) {
            return "job";
        }
        return kind.name().toLowerCase(Locale.ROOT) + "-" + task + "." + attempt;
    }
}
