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
 * What code of a job throws: any {@link Throwable}, also one that is neither an exception nor an
 * error, fails when it is asked about itself, or has a message of any length.
 */
public final class Thrown {

    /** Of one exception's own text. */
    private static final int LONGEST_TEXT = 4_000;

    /** More causes than that are no chain but a loop that makes new ones. */
    private static final int MOST_CAUSES = 10_000;

    private Thrown() {}

    /**
     * Throws {@code failure} as it is, past signatures that do not know it. Declared to return
     * something so that callers can say {@code throw}.
     */
    @SuppressWarnings("unchecked") // the compiler takes it for a RuntimeException
    public static <T extends Throwable> RuntimeException again(Throwable failure) throws T {
        throw (T) failure;
    }

    /**
     * The failure itself if whoever logs or keeps it can print it; else one that says so in its
     * place. For the edges of user code: what lies behind them need not doubt a failure any more.
     */
    public static Throwable sound(Throwable failure) {
        if (failure.getClass() == OutOfMemoryError.class) {
            return failure; // nothing of it is anybody's own, and there may be no memory to ask it
        }
        try {
            checkPrintable(failure);
            return failure;
        } catch (Throwable e) { // whatever a user's exception throws instead of its text
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
                throw new IllegalStateException("it has no last cause");
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

    /** Its own text, cut where it is long; its class where it has none. */
    public static String text(Throwable failure) {
        String text;
        try {
            text = failure.toString();
        } catch (Throwable e) { // not a sound one
            text = null;
        }
        return text == null ? failure.getClass().getName() : Excerpt.of(text, LONGEST_TEXT);
    }

    /** The first one in its chain of causes; itself if it has none. */
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

    /** Whether it or one of its causes is of that class. */
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
        } catch (Throwable e) { // not a sound one
            return null;
        }
    }

    /** As it prints itself, with its stack and its causes, of which {@code most} characters. */
    public static String print(Throwable failure, int most) {
        Excerpt excerpt = new Excerpt(most);
        sound(failure).printStackTrace(new PrintWriter(excerpt));
        return excerpt.toString();
    }

    /** Stands for a failure that cannot be printed: has its class's name and its stack. */
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
        @SuppressWarnings("OverrideThrowableToString") // the class to be seen is the original's
        public String toString() {
            return type + ": " + getMessage();
        }
    }
}
