package io.millrace.hadoop.loader;

import io.millrace.engine.task.Thrown;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;

/**
 * Finds the frames of a program's own code in a stack: all but those of the JDK, of Hadoop and of
 * Millrace. Thread-safe.
 */
public final class OwnFrames {

    private static final int MOST = 8;
    private static final int MOST_CAUSES = 100;
    private static final String OURS = "io.millrace.";

    /** Part of the names of classes that the JVM makes, which no source line stands for. */
    private static final String LAMBDA = "$$Lambda";

    private final FrameworkClasses framework = new FrameworkClasses();

    /**
     * At most eight frames, the innermost first, of the innermost cause that has any.
     *
     * @param failure a {@linkplain Thrown#sound sound} one
     */
    public List<StackTraceElement> of(Throwable failure) {
        Deque<Throwable> innermostFirst = new ArrayDeque<>();
        for (Throwable cause = failure;
                cause != null && innermostFirst.size() < MOST_CAUSES;
                cause = cause.getCause()) {
            innermostFirst.push(cause);
        }
        return innermostFirst.stream()
                .map(this::own)
                .filter(frames -> !frames.isEmpty())
                .findFirst()
                .orElse(List.of());
    }

    private List<StackTraceElement> own(Throwable cause) {
        return Arrays.stream(cause.getStackTrace())
                .filter(frame -> isOwn(frame.getClassName()))
                .limit(MOST)
                .map(OwnFrames::plain)
                .toList();
    }

    /** Modules above this one are Millrace, too; they are on the client's own class path. */
    private boolean isOwn(String type) {
        return !type.contains(LAMBDA)
                && !framework.contains(type)
                && !(type.startsWith(OURS) && framework.finds(type));
    }

    /** Without the names of loaders, which are ours. */
    private static StackTraceElement plain(StackTraceElement frame) {
        return new StackTraceElement(
                frame.getClassName(),
                frame.getMethodName(),
                frame.getFileName(),
                frame.getLineNumber());
    }
}
