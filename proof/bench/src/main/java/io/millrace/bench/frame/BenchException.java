package io.millrace.bench.frame;

import org.jspecify.annotations.Nullable;

/**
 * A measurement without figures: a run failed, or outputs differ. The message says which run and
 * why.
 */
public class BenchException extends Exception {

    private static final long serialVersionUID = 1;

    public BenchException(String message) {
        super(message);
    }

    public BenchException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
