package io.millrace.engine.job.attempt;

import java.io.IOException;

/**
 * The input of a reduce attempt was lost with the process that held it. The task is tried again
 * once the map output has been made again; this does not count as a failure.
 */
public final class InputLostException extends IOException {

    private static final long serialVersionUID = 1;

    public InputLostException(String message) {
        super(message);
    }
}
