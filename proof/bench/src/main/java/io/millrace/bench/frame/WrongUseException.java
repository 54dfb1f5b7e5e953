package io.millrace.bench.frame;

import io.millrace.measure.MeasurementException;

/** The command line asks for something that does not exist. The message lists the choices. */
public final class WrongUseException extends MeasurementException {

    private static final long serialVersionUID = 1;

    public WrongUseException(String message) {
        super(message);
    }
}
