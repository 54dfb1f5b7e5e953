package io.millrace.engine.record;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * A job's combiner as the engine sees it. As in Hadoop, it is applied once to each sorted run of a
 * map attempt: a combiner that counts its calls, or that is not quite associative, is called as
 * often as there are runs, and not as often as memory has room for. Methods may be called from any
 * engine thread; each call is a combiner instance of its own.
 */
public interface Combiner {

    /**
     * Combines the records of one partition, which come in key order, into {@code out}. What is
     * emitted is complete when this returns, and stays in the order of emission.
     */
    void combineRun(int partition, RecordCursor sorted, RecordSink out)
            throws IOException, InterruptedException;

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
}
