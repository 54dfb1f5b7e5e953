package io.millrace.engine.task;

import java.io.PrintWriter;
import java.io.Writer;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Exceptions of job code. Such code may throw any {@link Throwable}: one that is neither an
 * exception nor an error, one whose methods fail, or one with a message of any length.
 */
public final class Thrown {

    /** For one exception's own text. */
    private static final int LONGEST_TEXT = 4_000;

    /** A longer chain is an endless one that keeps creating causes. */
    private static final int MOST_CAUSES = 10_000;

    private Thrown() {}

    /**
     * Throws {@code failure} unchanged, even if the caller's signature does not declare it. Returns
     * a type so that callers can write {@code throw}.
     */
    @SuppressWarnings("unchecked") // the compiler infers RuntimeException
    public static <T extends Throwable> RuntimeException again(Throwable failure) throws T {
        throw (T) failure;
    }

    /**
     * The failure itself if it can be printed; otherwise a replacement that says that it cannot.
     * Called where failures leave user code, so that later code can print them safely.
     */
    public static Throwable sound(Throwable failure) {
        if (failure.getClass() == OutOfMemoryError.class) {
            return failure; // a JVM class, and there may be no memory to examine it
        }
        try {
            checkPrintable(failure);
            return failure;
        } catch (Throwable e) { // whatever the methods of a user's exception throw
            return new Unprintable(failure, e);
        }
    }

    private static void checkPrintable(Throwable failure) {
        Set<Throwable> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        Deque<Throwable> open = new ArrayDeque<>();
        open.add(failure);
        while (!open.isEmpty()) {
            Throwable next = open.remove();
            if (!seen.add(next)) {
                continue;
            }
            if (seen.size() > MOST_CAUSES) {
                throw new IllegalStateException("the chain of its causes does not end");
            }
            Objects.requireNonNull(next.toString(), "its text is null");
            Objects.requireNonNull(next.getStackTrace(), "its stack is null");
            Throwable cause = next.getCause();
            if (cause != null) {
                open.add(cause);
            }
            open.addAll(Arrays.asList(next.getSuppressed()));
        }
        failure.printStackTrace(new PrintWriter(Writer.nullWriter()));
    }

    /** Its own text, cut if it is long, or its class if it has no text. */
    public static String text(Throwable failure) {
        String text;
        try {
            text = failure.toString();
        } catch (Throwable e) { // the failure is not sound
            text = null;
        }
        return text == null ? failure.getClass().getName() : Excerpt.of(text, LONGEST_TEXT);
    }

    /** The root of its causes; the failure itself if it has none. */
    public static Throwable root(Throwable failure) {
        Set<Throwable> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        Throwable root = failure;
        for (Throwable cause = cause(root);
                cause != null && seen.size() < MOST_CAUSES && seen.add(root);
                cause = cause(root)) {
            root = cause;
        }
        return root;
    }

    /** Whether the failure or one of its causes is of that class. */
    public static boolean comesFrom(Throwable failure, Class<? extends Throwable> type) {
        Throwable next = failure;
        for (int depth = 0; next != null && depth < MOST_CAUSES; depth++) {
            if (type.isInstance(next)) {
                return true;
            }
            next = cause(next);
        }
        return false;
    }

    private static @Nullable Throwable cause(Throwable failure) {
        try {
            return failure.getCause();
        } catch (Throwable e) { // the failure is not sound
            return null;
        }
    }

    /** At most {@code most} characters of its printed form, with stack and causes. */
    public static String print(Throwable failure, int most) {
        Excerpt excerpt = new Excerpt(most);
        sound(failure).printStackTrace(new PrintWriter(excerpt));
        return excerpt.toString();
    }

    /** Replaces a failure that cannot be printed: has its class's name and its stack. */
    private static final class Unprintable extends Exception {

        private static final long serialVersionUID = 1;

        private final String type;

        Unprintable(Throwable failure, Throwable because) {
            super("(it cannot be printed: " + text(because) + ")");
            type = failure.getClass().getName();
            try {
                setStackTrace(failure.getStackTrace());
            } catch (Throwable e) {
                setStackTrace(new StackTraceElement[0]);
            }
        }

        @Override
        @SuppressWarnings("OverrideThrowableToString") // shows the class of the original
        public String toString() {
            return type + ": " + getMessage();
        }
    }
}
