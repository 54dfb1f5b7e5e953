package io.millrace.engine.record;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * A job's combiner as the engine sees it. As in Hadoop, it is applied once to each spill of a map
 * attempt, and once more to all of them if there are enough. So a combiner that counts its calls,
 * or that is not quite associative, is called as often as in Hadoop, whatever memory there is.
 * Methods may be called from any engine thread; each call uses its own combiner instance.
 */
public interface Combiner {

    /**
     * Combines the records of one partition, which come in key order, into {@code out}. When this
     * returns, the output is complete; it stays in the order of emission.
     */
    void combineRun(int partition, RecordCursor sorted, RecordSink out)
            throws IOException, InterruptedException;

    /**
     * Whether this is a partial reducer: it runs where it pays, and the job's reducer does the
     * rest.
     */
    default boolean isPartial() {
        return false;
    }

    /**
     * The job's partial reducer, which takes the combiner's place while memory is short; null if it
     * names none.
     */
    default @Nullable Combiner partialReducer() {
        return isPartial() ? this : null;
    }

    /**
     * An accumulator with the same effect as the combiner on two values of one key, or null if that
     * effect is unknown.
     */
    default @Nullable Accumulator openAccumulator() {
        return null;
    }

    /**
     * Merges two values into one, all of the same number of bytes: a sum, for instance. Used by one
     * thread.
     */
    interface Accumulator {

        /** Bytes of every value. */
        int valueBytes();

        /**
         * Replaces a key's first value, in place, by the combiner's result for that value alone.
         */
        default void first(byte[] sum, int at) {}

        /** Adds the value {@code bytes[at, at + valueBytes())} to {@code sum[sumAt, ...)}. */
        void add(byte[] sum, int sumAt, byte[] bytes, int at);

        /** Called now and then with the numbers of input and output values since the last call. */
        void count(long in, long out);
    }
}
