package io.millrace.engine.record;

import java.io.Closeable;
import java.io.IOException;

/**
 * Reads records in order. Before the first {@link #next} there is no current record. Values
 * returned by the accessors are views: they are valid until the next call of {@code next} or {@code
 * close}, and must not be written to.
 *
 * <p>Used by one thread at a time.
 */
public interface RecordCursor extends Closeable {

    /** Moves to the next record; false at the end, and from then on. */
    boolean next() throws IOException;

    /**
     * Whether {@link #next} may leave a long value unread. Then, of many cursors, only the one
     * whose turn it is holds its value, and {@link #fetchValue} has to be called before the value
     * is used.
     */
    default boolean leavesValues() {
        return false;
    }

    /** Reads the current value if {@link #next} has left it unread. */
    default void fetchValue() throws IOException {}

    /**
     * Whether the current key is known to have the same bytes as the previous key; false if that is
     * unknown.
     */
    default boolean sameKey() {
        return false;
    }

    /** The current key's sort prefix, or zero if the order has none. */
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
