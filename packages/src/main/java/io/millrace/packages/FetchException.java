package io.millrace.packages;

/** Packages cannot be had. The message is one line that says which, why, and what to do. */
final class FetchException extends Exception {

    private static final long serialVersionUID = 1;

    FetchException(String message, Throwable cause) {
        super(message, cause);
    }
}
