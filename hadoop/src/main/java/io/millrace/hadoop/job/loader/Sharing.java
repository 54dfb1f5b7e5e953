package io.millrace.hadoop.job.loader;

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

    @Override
    public String toString() {
        return "statics are shared by "
                + switch (kind) {
                    case NOBODY -> "no tasks that run at the same time";
                    case BY_TURNS -> "all tasks, one of which at a time runs the job's code";
                    case EVERYBODY -> "all tasks";
                }
                + " ("
                + reason
                + ")";
    }
}
