package io.millrace.engine.shuffle.partial;

import java.io.IOException;

/** A partial reducer broke a rule without which its results cannot be reduced again. */
public final class PartialReduceException extends IOException {

    private static final long serialVersionUID = 1;

    PartialReduceException(String message) {
        super(message);
    }
}
