package io.millrace.hadoop.loader;

import io.millrace.engine.plan.Choice;
import io.millrace.hadoop.config.TaskKeys;

/**
 * How attempts of a job share its classes and the files below its working directory.
 *
 * @param reason why they share classes in this way, in a few words for people
 * @param file the file that tasks write below the working directory, for people; empty if none was
 *     found. With such a file, only one attempt at a time runs the job's code
 * @param state a call that changes state of the process, for people; empty if none was found. From
 *     the first such call on, or from the start if the job's code is not rewritten, only one
 *     attempt at a time runs the job's code
 * @param unseen a call that may change what attempts share without being recognized, for people;
 *     empty if none was found
 */
public record ClassSharing(Kind kind, String reason, String file, String state, String unseen) {

    /** Without a call that was found. */
    ClassSharing(Kind kind, String reason, String file) {
        this(kind, reason, file, "", "");
    }

    /** Which attempts share statics. */
    public enum Kind {
        /** No two attempts: each has a new copy. */
        FRESH,
        /** No two concurrent attempts; the next attempt finds statics unchanged. */
        NOBODY,
        /** All attempts, but only one of them at a time runs the job's code. */
        BY_TURNS,
        /** All attempts. */
        EVERYBODY
    }

    /** Whether concurrent attempts have copies of the job's classes. */
    boolean copies() {
        return kind == Kind.FRESH || kind == Kind.NOBODY;
    }

    /** Whether only one attempt at a time runs the job's code, from the first one on. */
    public boolean turns() {
        return kind == Kind.BY_TURNS || !file.isEmpty();
    }

    /**
     * The reason that slows the job, in a few words for a column of Hadoop's job lists; empty if
     * there is none.
     */
    public String schedulingInfo() {
        return turns() ? "one task runs at a time; the job's log says why" : "";
    }

    /** The reason that slows the job, and a remedy; empty if there is none. */
    public String advice() {
        if (!turns()) {
            return "";
        }
        if (file.isEmpty() && !state.isEmpty()) {
            return "Only one task at a time runs the job's code, because "
                    + reason
                    + ". Sorting, shuffling and merging use all threads. To run tasks in"
                    + " parallel, set "
                    + TaskKeys.ISOLATION
                    + " to process, which gives each task its own process, or to none, if tasks"
                    + " may share this state.";
        }
        return "Only one task at a time runs the job's code, because "
                + (file.isEmpty()
                        ? reason
                                + ". Sorting, shuffling and merging use all threads. The"
                                + " next task sees the value that a task leaves in such a"
                                + " static, as under Hadoop's local runner. To run tasks"
                                + " in parallel, keep the job's classes in its own jar"
                                + " only (./millrace jar, or hadoop jar without the jar in"
                                + " HADOOP_CLASSPATH), or set "
                                + TaskKeys.ISOLATION
                                + " to slot, which gives each task its own statics, or to none, if tasks may"
                                + " share them."
                        : file
                                + ", and all tasks of this process have one working"
                                + " directory. To run tasks in parallel, set "
                                + TaskKeys.ISOLATION
                                + " to process, which gives each task its own directory,"
                                + " or to none, if tasks may share the file.");
    }

    /** The choice for the job's plan. */
    public Choice<String> choice() {
        String classes =
                switch (kind) {
                            case FRESH ->
                                    "each attempt has a new copy of classes that only"
                                            + " the job has, as on a cluster: ";
                            case NOBODY -> "concurrent tasks share no statics: ";
                            case BY_TURNS ->
                                    "all tasks share statics, and one at a time runs the"
                                            + " job's code: ";
                            case EVERYBODY -> "all tasks share statics: ";
                        }
                        + reason;
        if (!state.isEmpty() && !turns()) {
            classes +=
                    "; from the first call that changes state of the process on, one task at a"
                            + " time runs the job's code: "
                            + state;
        }
        if (!unseen.isEmpty() && !turns()) {
            classes +=
                    "; "
                            + unseen
                            + ", which the search for shared state cannot see: if results depend"
                            + " on how many tasks run at a time, set "
                            + TaskKeys.ISOLATION
                            + " to process";
        }
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
                        : classes + "; one task at a time runs the job's code, because " + file);
    }
}
