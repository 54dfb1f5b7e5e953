package io.millrace.hadoop.job;

import io.millrace.hadoop.scope.UserScope;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The code of a task that ends the process, found by its stack: the thread that ends the process
 * waits in {@code Runtime.exit} while the shutdown hooks run.
 */
record ExitCaller(Thread thread, List<StackTraceElement> stack) {

    /** The caller; null if code of a task does not cause the end. */
    static @Nullable ExitCaller find() {
        return Thread.getAllStackTraces().entrySet().stream()
                .filter(entry -> ending(entry.getValue()) && UserScope.busy(entry.getKey()))
                .map(entry -> new ExitCaller(entry.getKey(), List.of(entry.getValue())))
                .findFirst()
                .orElse(null);
    }

    /** Describes the call for messages. */
    @Override
    public String toString() {
        return "A task called System.exit on thread "
                + thread.getName()
                + ":\n"
                + stack.stream().map(frame -> "    at " + frame).collect(Collectors.joining("\n"));
    }

    private static boolean ending(StackTraceElement[] stack) {
        return Arrays.stream(stack)
                .anyMatch(frame ->
                        frame.getClassName().equals("java.lang.Runtime")
                                && frame.getMethodName().equals("exit"));
    }
}
