package io.millrace.engine.task;

/**
 * The output of the attempt must not be used, through no fault of the attempt. The task is tried
 * again, which does not count as a failure.
 */
public final class AttemptDiscardedException extends Exception {

    private static final long serialVersionUID = 1;

    /** Job code that wraps an exception does so a few times; its causes may also form a circle. */
    private static final int MOST_CAUSES = 100;

    public AttemptDiscardedException(String why) {
        super(why);
    }

    /** Whether job code failed because its attempt was discarded while it ran. */
    public static boolean isBehind(Throwable failure) {
        Throwable cause = Thrown.sound(failure);
        for (int i = 0; cause != null && i < MOST_CAUSES; i++) {
            if (cause instanceof AttemptDiscardedException) {
                return true;
            }
            cause = cause.getCause();
        }
        return false;
    }
}
