package io.millrace.hadoop.loader;

import io.millrace.engine.plan.Choice;
import io.millrace.hadoop.config.TaskKeys;

/**
 * How the attempts of a job share its classes, and the files below its working directory.
 *
 * @param reason why they share classes so, in a few words for people
 * @param file what was found of files that tasks write below the working directory, for people;
 *     empty if nothing: else only one attempt at a time runs the job's code
 */
public record Sharing(Kind kind, String reason, String file) {

    /** Who has the same statics. */
    public enum Kind {
        /** No two attempts: each has a new copy. */
        FRESH,
        /** No two attempts that run at the same time; what one leaves for the next is unchanged. */
        NOBODY,
        /** All attempts, and only one of them at a time runs the job's code. */
        BY_TURNS,
        /** All attempts. */
        EVERYBODY
    }

    /** Whether only one attempt at a time runs the job's code. */
    boolean turns() {
        return kind == Kind.BY_TURNS || !file.isEmpty();
    }

    /**
     * What makes the job slower than it could be, in a few words; a column of Hadoop's lists of
     * jobs. Empty if nothing does.
     */
    public String schedulingInfo() {
        return turns() ? "one task runs at a time; the job's log says why" : "";
    }

    /**
     * What makes the job slower than it could be and what to do about it; empty if nothing does.
     */
    public String advice() {
        if (!turns()) {
            return "";
        }
        return "The code of one task runs at a time, since "
                + (file.isEmpty()
                        ? reason
                                + ". Sorting, shuffling and merging use all threads. What a task leaves in such a static"
                                + " is there for the next, as under Hadoop's local runner. To run tasks side by side, let"
                                + " only the job's own jar have its classes (./millrace jar, or hadoop jar without"
                                + " the jar in HADOOP_CLASSPATH), or set "
                                + TaskKeys.ISOLATION
                                + " to slot, which gives each task its own statics, or to none, if tasks may"
                                + " share them."
                        : file
                                + ", and all tasks of this process have one working directory. To run tasks side by side, set "
                                + TaskKeys.ISOLATION
                                + " to process, which gives each a directory of its own, or to none, if the file may be shared.");
    }

    /** The same for people. */
    public Choice<String> choice() {
        String classes =
                switch (kind) {
                            case FRESH ->
                                    "each attempt has a new copy of what only the job has, as on a cluster: ";
                            case NOBODY -> "tasks that run at the same time share no statics: ";
                            case BY_TURNS ->
                                    "all tasks share statics, and one at a time runs the job's code: ";
                            case EVERYBODY -> "all tasks share statics: ";
                        }
                        + reason;
        return new Choice<>(
                "task.isolation",
                switch (kind) {
                            case FRESH -> "new copies";
                            case NOBODY -> "copies";
                            case BY_TURNS -> "turns";
                            case EVERYBODY -> "shared";
                        }
                        + (file.isEmpty() || kind == Kind.BY_TURNS ? "" : ", turns"),
                file.isEmpty()
                        ? classes
                        : classes + "; one task at a time runs the job's code, since " + file);
    }
}
