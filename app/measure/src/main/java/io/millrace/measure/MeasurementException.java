package io.millrace.measure;

import org.jspecify.annotations.Nullable;

/**
 * A measurement without figures: a run failed, or outputs differ. The message says which run and
 * why.
 */
public class MeasurementException extends Exception {

    private static final long serialVersionUID = 1;

    public MeasurementException(String message) {
        super(message);
    }

    public MeasurementException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
