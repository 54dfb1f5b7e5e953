package io.millrace.hadoop.job;

import io.millrace.hadoop.scope.UserScope;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Who asked for the process's end, as far as its stack shows: a thread that ends the process waits
 * in {@code Runtime.exit} while the shutdown hooks run.
 */
final class ExitCaller {

    private ExitCaller() {}

    /**
     * What a task did to the process, for people; null if the end does not come from the code of a
     * task.
     */
    static @Nullable String taskCode() {
        for (Map.Entry<Thread, StackTraceElement[]> entry : Thread.getAllStackTraces().entrySet()) {
            StackTraceElement[] stack = entry.getValue();
            if (ending(stack) && UserScope.busy(entry.getKey())) {
                return "System.exit was called by a task, on thread "
                        + entry.getKey().getName()
                        + ":\n"
                        + Arrays.stream(stack)
                                .map(frame -> "    at " + frame)
                                .collect(Collectors.joining("\n"));
            }
        }
        return null;
    }

    private static boolean ending(StackTraceElement[] stack) {
        return Arrays.stream(stack)
                .anyMatch(frame ->
                        frame.getClassName().equals("java.lang.Runtime")
                                && frame.getMethodName().equals("exit"));
    }
}
