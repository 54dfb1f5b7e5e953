package io.millrace.hadoop.counters;

import io.millrace.engine.task.Thrown;
import java.io.IOException;

/**
 * A failure of user code, with its place: attempt, split, record. The cause is the exception of the
 * user's code, unchanged if it can be printed.
 */
public final class AttemptException extends IOException {

    private static final long serialVersionUID = 1;

    private static final String SEPARATOR = ": ";
    private static final String PREFIX = AttemptException.class.getName() + SEPARATOR;

    /**
     * A failure at {@code place}, for instance "attempt_1_0001_m_000003_0, split file:/in:0+100,
     * record 7".
     */
    public AttemptException(String place, Throwable cause) {
        super(place + SEPARATOR + describe(cause), Thrown.sound(cause));
    }

    /** Whether a failure that prints itself like this is one of these, also of another JVM. */
    public static boolean isText(String text) {
        return text.startsWith(PREFIX);
    }

    /** The place in such a text, which ends with the line of its cause; empty if it does not. */
    public static String placeIn(String text, String cause) {
        int end = text.length() - cause.length() - SEPARATOR.length();
        return text.endsWith(SEPARATOR + cause) && end > PREFIX.length()
                ? text.substring(PREFIX.length(), end)
                : "";
    }

    /** The cause in one line, with its root cause if the text does not contain it. */
    private static String describe(Throwable cause) {
        String text = Thrown.text(cause);
        String rootText = Thrown.text(Thrown.root(cause));
        return text.contains(rootText) ? text : text + ", caused by " + rootText;
    }
}
