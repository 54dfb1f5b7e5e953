package io.millrace.workers.fork;

import java.io.IOException;

/** A forked JVM ended before its attempt did: {@code System.exit}, a signal, a crash. */
final class JvmDiedException extends IOException {

    private static final long serialVersionUID = 1;

    JvmDiedException(String message, IOException cause) {
        super(message, cause);
    }
}
