package io.millrace.packages;

/** Packages cannot be fetched. The one-line message says which, why, and what to do. */
final class FetchException extends Exception {

    private static final long serialVersionUID = 1;

    FetchException(String message, Throwable cause) {
        super(message, cause);
    }
}
