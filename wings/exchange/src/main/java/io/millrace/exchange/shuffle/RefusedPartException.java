package io.millrace.exchange.shuffle;

import java.io.IOException;

/** A worker could not keep its part of a map output. */
public final class RefusedPartException extends IOException {

    private static final long serialVersionUID = 1;

    RefusedPartException(String message) {
        super(message);
    }

    /** The message of a worker. */
    static String message(int worker, Exception why) {
        return "worker " + worker + " could not take its part of the map output: " + why;
    }
}
