package io.millrace.cli.process;

/**
 * What the exit code of {@code ./millrace} says. A job's own {@code System.exit} is left as it is.
 */
public final class ExitCode {

    public static final int SUCCESS = 0;
    public static final int JOB_FAILED = 1;
    public static final int WRONG_USE = 2;
    public static final int INTERRUPTED = 3;

    private ExitCode() {}
}
