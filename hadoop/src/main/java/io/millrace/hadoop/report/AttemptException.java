package io.millrace.hadoop.report;

import java.io.IOException;

/**
 * A failure of user code, with the place where it happened: attempt, split, record. The cause is what
 * the user's code threw, unchanged.
 */
public final class AttemptException extends IOException {

    private static final long serialVersionUID = 1;

    /** A failure at {@code place}, for instance "attempt_1_0001_m_000003_0, split file:/in:0+100, record 7". */
    public AttemptException(String place, Throwable cause) {
        super(place + ": " + cause, cause);
    }
}
