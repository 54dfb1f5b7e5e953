package io.millrace.cli.process;

/** A command cannot do what it was asked to. The message is one line and says what to do. */
public final class CommandException extends Exception {

    private static final long serialVersionUID = 1;

    public CommandException(String message) {
        super(message);
    }

    public CommandException(String message, Throwable cause) {
        super(message, cause);
    }
}
