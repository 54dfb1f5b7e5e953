package io.millrace.engine.record;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * A job's combiner as the engine sees it. It may be applied any number of times, also none, to any
 * records of one partition of one map attempt. Methods may be called from any engine thread; each
 * call, and each {@link Folder}, is a combiner instance of its own.
 */
public interface Combiner {

    /**
     * Combines the records of one partition, which come in key order, into {@code out}. Emitted
     * keys must be in the same order.
     */
    void combineRun(int partition, RecordCursor sorted, RecordSink out)
            throws IOException, InterruptedException;

    /**
     * A combiner instance that is given one key at a time, or null if this combiner has to see a
     * whole sorted run at once.
     */
    @Nullable Folder openFolder(int partition) throws IOException, InterruptedException;

    /**
     * Does what the combiner would do to two values of one key, or null if only the combiner itself
     * knows.
     */
    default @Nullable Accumulator openAccumulator() {
        return null;
    }

    /**
     * A combiner that makes one value of two, both of the same number of bytes: a sum, for
     * instance. Used by one thread.
     */
    interface Accumulator {

        /** Bytes of every value. */
        int valueBytes();

        /** Makes of a key's first value what the combiner makes of it alone, where it lies. */
        default void first(byte[] sum, int at) {}

        /** Adds the value {@code bytes[at, at + valueBytes())} to {@code sum[sumAt, ...)}. */
        void add(byte[] sum, int sumAt, byte[] bytes, int at);

        /** Told now and then how many values went in and how many came out since the last call. */
        void count(long in, long out);
    }

    /** Folds the pending values of one key after the other; used by one thread. */
    interface Folder {

        /**
         * Combines values of one key. {@code values} is positioned before the first value, and all
         * its records have the same key bytes. What is emitted goes to {@code out}; usually one
         * record of the same key, but any number of records and any keys are accepted.
         */
        void fold(RecordCursor values, RecordSink out) throws IOException, InterruptedException;

        /** Ends the combiner instance; what it emits at its end goes to {@code out}. */
        void finish(RecordSink out) throws IOException, InterruptedException;

        /** Ends the combiner instance of a failed attempt; nothing it emits is kept. */
        void discard();
    }
}
