package io.millrace.engine.task;

import java.io.IOException;
import java.io.InterruptedIOException;
import org.jspecify.annotations.Nullable;

/**
 * The way in which a loop whose length depends on data notices that its result is no longer wanted.
 * The loop counts its work down here and looks for a cancellation when the count reaches zero: at
 * the latest after 10,000 records, 1 MB or 1,000 calls of a comparator. Loops that count several
 * records or bytes at once count at most {@link #RECORDS} or {@link #BYTES}.
 *
 * <p>A thread that works for an attempt is {@linkplain #during bound} to the attempt's guard, and
 * only that guard cancels its loops: the code of a job may interrupt its own thread. On any other
 * thread an interrupt does. Threads are bound only while an attempt can still be ended, and never
 * while it commits or is undone.
 *
 * <p>Used by one thread at a time.
 */
public final class Cancellation {

    /** The most records that a loop may count at once. */
    public static final int RECORDS = 4096;

    /** The most bytes that a loop may count at once. */
    public static final int BYTES = 1 << 19;

    private static final int RECORD = BYTES / RECORDS;

    /** A user's comparator may be slow, and a look costs less than any call. */
    private static final int COMPARISON = BYTES / 64;

    private static final ThreadLocal<@Nullable Guard> BOUND = new ThreadLocal<>();

    private final @Nullable Guard guard;
    private int left = BYTES;

    private Cancellation(@Nullable Guard guard) {
        this.guard = guard;
    }

    /** The count-down of a loop on behalf of the attempt that this thread works for, if any. */
    public static Cancellation here() {
        return new Cancellation(BOUND.get());
    }

    /** Says whether work is still wanted. Thread-safe. */
    @FunctionalInterface
    public interface Guard {

        /**
         * Returns if the work is wanted.
         *
         * @throws IOException if it was cancelled
         */
        void check() throws IOException;
    }

    /** The guard that this thread is bound to, or null. */
    static @Nullable Guard bound() {
        return BOUND.get();
    }

    /** Work that ends when its result is no longer wanted. */
    @FunctionalInterface
    public interface Work<T, E extends Exception> {
        T run() throws E;
    }

    /** Runs work on this thread, whose loops end once the guard says that it was cancelled. */
    public static <T, E extends Exception> T during(Guard guard, Work<T, E> work) throws E {
        Guard before = BOUND.get();
        BOUND.set(guard);
        try {
            return work.run();
        } finally {
            if (before == null) {
                BOUND.remove();
            } else {
                BOUND.set(before);
            }
        }
    }

    /**
     * Looks at once: before a step that is long itself.
     *
     * @throws IOException if the work was cancelled, or the thread was interrupted
     */
    public static void check() throws IOException {
        check(BOUND.get());
    }

    /** Counts a record; throws as {@link #check} does. */
    public void record() throws IOException {
        count(RECORD);
    }

    /** Counts records, at most {@link #RECORDS}; throws as {@link #check} does. */
    public void records(int count) throws IOException {
        count(count * RECORD);
    }

    /** Counts a call of a comparator; throws as {@link #check} does. */
    public void comparison() throws IOException {
        count(COMPARISON);
    }

    /** Counts bytes, at most {@link #BYTES}; throws as {@link #check} does. */
    public void bytes(int count) throws IOException {
        count(count);
    }

    private void count(int work) throws IOException {
        left -= work;
        if (left <= 0) {
            left = BYTES;
            check(guard);
        }
    }

    private static void check(@Nullable Guard guard) throws IOException {
        if (guard != null) {
            guard.check();
        } else if (Thread.currentThread().isInterrupted()) {
            throw new InterruptedIOException(
                    "the work of thread "
                            + Thread.currentThread().getName()
                            + " was cancelled: the thread was interrupted");
        }
    }
}
