package io.millrace.bench.frame;

/** The command line asks for something that does not exist. The message lists the choices. */
public final class WrongUseException extends BenchException {

    private static final long serialVersionUID = 1;

    public WrongUseException(String message) {
        super(message);
    }
}
