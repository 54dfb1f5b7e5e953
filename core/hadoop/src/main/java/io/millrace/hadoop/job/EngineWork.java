package io.millrace.hadoop.job;

import io.millrace.hadoop.scope.ProcessTurns;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Finds out from the stacks of an attempt's threads whether the engine works for it: sorts, merges,
 * or waits for memory, for a sort or for the attempt's turn. May be slow, because it is used only
 * for attempts that would otherwise be ended.
 */
final class EngineWork {

    private static final String ENGINE = "io.millrace.engine.";
    private static final Pattern JDK = Pattern.compile("(java|jdk|sun|com\\.sun)\\..*");

    /**
     * If the engine calls a comparator of the job, samples show its own work between calls; a
     * comparator that hangs shows up in every sample.
     */
    private static final int LOOKS = 20;

    /** Frames of a stack in a message. */
    private static final int FRAMES = 20;

    private static final long BETWEEN_NANOS = 5_000_000;

    private EngineWork() {}

    /** Whether each of the threads shows the engine in some sample. */
    static boolean seenIn(List<Thread> threads) {
        return !threads.isEmpty() && threads.stream().allMatch(EngineWork::seenIn);
    }

    /**
     * The stacks of helper threads that run the job's code: a comparator that hangs does so on a
     * sort thread. Empty if there are none.
     */
    static String placesOf(List<Thread> helpers) {
        return helpers.stream()
                .map(thread -> Map.entry(thread, thread.getStackTrace()))
                .filter(entry -> !atWork(entry.getValue()))
                .map(entry ->
                        "\nThread "
                                + entry.getKey().getName()
                                + " was here:\n"
                                + Arrays.stream(entry.getValue())
                                        .limit(FRAMES)
                                        .map(frame -> "    at " + frame)
                                        .collect(Collectors.joining("\n")))
                .collect(Collectors.joining());
    }

    private static boolean seenIn(Thread thread) {
        for (int look = 0; look < LOOKS; look++) {
            if (atWork(thread.getStackTrace())) {
                return true;
            }
            LockSupport.parkNanos(BETWEEN_NANOS);
        }
        return false;
    }

    private static boolean atWork(StackTraceElement[] stack) {
        for (StackTraceElement frame : stack) {
            String name = frame.getClassName();
            if (!JDK.matcher(name).matches()) {
                return name.startsWith(ENGINE) || name.equals(ProcessTurns.class.getName());
            }
        }
        return true; // it has ended, or is about to
    }
}
