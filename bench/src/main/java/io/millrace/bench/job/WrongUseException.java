package io.millrace.bench.job;

/** The command line asks for what there is not. The message says what there is. */
public final class WrongUseException extends BenchException {

    private static final long serialVersionUID = 1;

    public WrongUseException(String message) {
        super(message);
    }
}
