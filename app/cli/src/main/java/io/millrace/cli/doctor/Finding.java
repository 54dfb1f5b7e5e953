package io.millrace.cli.doctor;

/**
 * The finding of a check. Immutable.
 *
 * @param what what there is
 * @param todo what to do about it; empty if there is nothing to do
 */
public record Finding(Level level, String what, String todo) {

    /** How much a finding matters. */
    public enum Level {
        /** As it should be. */
        OK("ok"),
        /** Jobs run, but slower or with less safety than they could. */
        WARNING("warning"),
        /** Jobs will not run. */
        PROBLEM("PROBLEM");

        private final String text;

        Level(String text) {
            this.text = text;
        }
    }

    public static Finding ok(String what) {
        return new Finding(Level.OK, what, "");
    }

    public static Finding warning(String what, String todo) {
        return new Finding(Level.WARNING, what, todo);
    }

    public static Finding problem(String what, String todo) {
        return new Finding(Level.PROBLEM, what, todo);
    }

    @Override
    public String toString() {
        String line = "%-8s %s".formatted(level.text, what);
        return todo.isEmpty() ? line : line + "\n         " + todo;
    }
}
