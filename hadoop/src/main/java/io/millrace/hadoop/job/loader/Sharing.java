package io.millrace.hadoop.job.loader;

import io.millrace.engine.plan.Choice;
import io.millrace.hadoop.config.TaskKeys;

/**
 * How the attempts of a job share its classes.
 *
 * @param reason why, in a few words for people
 */
public record Sharing(Kind kind, String reason) {

    /** Who has the same statics. */
    public enum Kind {
        /** No attempts that run at the same time. */
        NOBODY,
        /** All attempts, and only one of them at a time runs the job's code. */
        BY_TURNS,
        /** All attempts. */
        EVERYBODY
    }

    /**
     * What makes the job slower than it could be and what to do about it; empty if nothing does.
     */
    public String advice() {
        return kind != Kind.BY_TURNS
                ? ""
                : "The code of one task runs at a time, since "
                        + reason
                        + ". Sorting, shuffling and merging use all threads. To run tasks side by side, let"
                        + " only the job's own jar have its classes (./millrace jar, or hadoop jar without"
                        + " the jar in HADOOP_CLASSPATH), or set "
                        + TaskKeys.ISOLATION
                        + " to slot, which gives each running task its own statics, or to none, if tasks may"
                        + " share them.";
    }

    /** The same for people. */
    public Choice<String> choice() {
        return new Choice<>(
                "task.isolation",
                switch (kind) {
                    case NOBODY -> "copies";
                    case BY_TURNS -> "turns";
                    case EVERYBODY -> "shared";
                },
                switch (kind) {
                            case NOBODY -> "tasks that run at the same time share no statics: ";
                            case BY_TURNS ->
                                    "all tasks share statics, and one at a time runs the job's code: ";
                            case EVERYBODY -> "all tasks share statics: ";
                        }
                        + reason);
    }
}
