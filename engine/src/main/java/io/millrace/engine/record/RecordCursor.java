package io.millrace.engine.record;

import java.io.Closeable;
import java.io.IOException;

/**
 * Reads records in order. Before the first {@link #next} there is no current record; what the
 * getters return is a view that is valid until the next call of {@code next} or {@code close} and
 * must not be written to.
 *
 * <p>Used by one thread at a time.
 */
public interface RecordCursor extends Closeable {

    /** Moves to the next record; false at the end, and from then on. */
    boolean next() throws IOException;

    /**
     * Whether {@link #next} may leave a long value where it is, so that of many cursors only the
     * one whose turn it is holds its value; then {@link #fetchValue} has to be called before the
     * value is looked at.
     */
    default boolean leavesValues() {
        return false;
    }

    /** Reads the current value if {@link #next} has left it where it is. */
    default void fetchValue() throws IOException {}

    /**
     * Whether the current key is known to have the same bytes as the one before it; false where
     * nobody knows.
     */
    default boolean sameKey() {
        return false;
    }

    /** The current key's sort prefix, or zero where the order has none. */
    long prefix();

    byte[] keyBytes();

    int keyOffset();

    int keyLength();

    byte[] valueBytes();

    int valueOffset();

    int valueLength();

    /** Share of the records read so far, 0 to 1; an estimate. */
    float progress();

    /** Gives back what the cursor holds; may be called twice. */
    @Override
    void close() throws IOException;
}
