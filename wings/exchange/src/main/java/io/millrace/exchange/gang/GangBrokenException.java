package io.millrace.exchange.gang;

import java.io.IOException;

/** A worker has left its gang: the others return to the last agreed state and join again. */
public final class GangBrokenException extends IOException {

    private static final long serialVersionUID = 1;

    public GangBrokenException(String message) {
        super(message);
    }
}
