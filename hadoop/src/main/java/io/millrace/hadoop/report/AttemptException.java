package io.millrace.hadoop.report;

import java.io.IOException;

/**
 * A failure of user code, with the place where it happened: attempt, split, record. The cause is
 * what the user's code threw, unchanged.
 */
public final class AttemptException extends IOException {

    private static final long serialVersionUID = 1;
    private static final int MAX_DEPTH = 50;

    /**
     * A failure at {@code place}, for instance "attempt_1_0001_m_000003_0, split file:/in:0+100,
     * record 7".
     */
    public AttemptException(String place, Throwable cause) {
        super(place + ": " + describe(cause), cause);
    }

    /**
     * The cause in one line, with what is at the bottom of it where the cause does not say so
     * itself.
     */
    private static String describe(Throwable cause) {
        Throwable root = cause;
        for (int depth = 0; root.getCause() != null && depth < MAX_DEPTH; depth++) {
            root = root.getCause();
        }
        String text = textOf(cause);
        String rootText = textOf(root);
        return text.contains(rootText) ? text : text + ", caused by " + rootText;
    }

    /** A user's exception may fail even at this. */
    private static String textOf(Throwable failure) {
        try {
            return String.valueOf(failure);
        } catch (RuntimeException e) {
            return failure.getClass().getName();
        }
    }
}
