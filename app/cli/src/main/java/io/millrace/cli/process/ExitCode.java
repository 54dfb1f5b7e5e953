package io.millrace.cli.process;

/** The exit codes of {@code ./millrace}. A job's own {@code System.exit} is left as it is. */
public final class ExitCode {

    public static final int SUCCESS = 0;
    public static final int JOB_FAILED = 1;
    public static final int WRONG_USE = 2;
    public static final int INTERRUPTED = 3;

    /** Outputs that are compared differ only in the order of values with equal keys. */
    public static final int OTHER_ORDER = 4;

    /** Outputs that are compared differ as those of two runs under Hadoop do. */
    public static final int NOT_DETERMINISTIC = 5;

    private ExitCode() {}
}
