package io.millrace.hadoop.scope;

import org.apache.hadoop.util.ExitUtil;
import org.jspecify.annotations.Nullable;

/**
 * Replaces calls that would end the process in a job's rewritten classes: they end the calling
 * attempt, as they end its container on a cluster, and not the process with all other jobs. An
 * attempt that catches the error fails all the same.
 *
 * <p>Public only because the job's classes call it.
 */
@SuppressWarnings(
        "DoNotCallSuggester") // only rewritten classes call these methods, which no compiler sees
public final class TaskExit {

    private TaskExit() {}

    /** User code tried to end the process. An error, so that little code catches it. */
    public static final class ExitError extends Error {

        private static final long serialVersionUID = 1;

        private ExitError(String message, @Nullable Throwable cause) {
            super(message, cause);
        }
    }

    /** {@code System.exit}. */
    public static void exit(int status) {
        throw end("System.exit(" + status + ")", null);
    }

    /** {@code Runtime.exit}. */
    public static void exit(Runtime runtime, int status) {
        throw end("Runtime.exit(" + status + ")", null);
    }

    /** {@code Runtime.halt}. */
    public static void halt(Runtime runtime, int status) {
        throw end("Runtime.halt(" + status + ")", null);
    }

    /** {@code ExitUtil.terminate}. */
    public static void terminate(int status) {
        throw end("ExitUtil.terminate(" + status + ")", null);
    }

    /** {@code ExitUtil.terminate}. */
    public static void terminate(int status, String message) {
        throw end("ExitUtil.terminate(" + status + ", \"" + message + "\")", null);
    }

    /** {@code ExitUtil.terminate}. */
    public static void terminate(int status, Throwable cause) {
        throw end("ExitUtil.terminate(" + status + ")", cause);
    }

    /** {@code ExitUtil.terminate}. */
    public static void terminate(ExitUtil.ExitException cause) {
        throw end("ExitUtil.terminate(" + cause.getExitCode() + ")", cause);
    }

    /** {@code ExitUtil.halt}. */
    public static void halt(int status) {
        throw end("ExitUtil.halt(" + status + ")", null);
    }

    /** {@code ExitUtil.halt}. */
    public static void halt(int status, String message) {
        throw end("ExitUtil.halt(" + status + ", \"" + message + "\")", null);
    }

    /** {@code ExitUtil.halt}. */
    public static void halt(int status, Throwable cause) {
        throw end("ExitUtil.halt(" + status + ")", cause);
    }

    /** {@code ExitUtil.halt}. */
    public static void halt(ExitUtil.HaltException cause) {
        throw end("ExitUtil.halt(" + cause.getExitCode() + ")", cause);
    }

    private static ExitError end(String call, @Nullable Throwable cause) {
        ExitError error =
                new ExitError(
                        "The job's code called "
                                + call
                                + ". The call ends the attempt, not the process",
                        cause);
        UserScope scope = UserScope.origin();
        if (scope != null) {
            scope.exited(error);
        }
        return error;
    }
}
