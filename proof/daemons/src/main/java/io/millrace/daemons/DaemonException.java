package io.millrace.daemons;

import org.jspecify.annotations.Nullable;

/** A cluster that did not start, or a daemon that ended. The message has what the daemon said. */
public final class DaemonException extends Exception {

    private static final long serialVersionUID = 1;

    DaemonException(String message) {
        super(message);
    }

    DaemonException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
