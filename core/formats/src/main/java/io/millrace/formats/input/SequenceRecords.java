package io.millrace.formats.input;

import java.io.Closeable;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** The records of a SequenceFile, one after the other. Used by one thread at a time. */
interface SequenceRecords extends Closeable {

    Class<?> keyClass();

    Class<?> valueClass();

    /** Position of the next record, or of the mark before it. */
    long position() throws IOException;

    /** Whether the last record had a mark before it. */
    boolean markSeen();

    /**
     * Moves to the next record and reads its key; null after the last one.
     *
     * @param reuse refilled and returned, if not null and the serialization supports that
     */
    @Nullable Object nextKey(@Nullable Object reuse) throws IOException;

    /** Reads the value of that record. */
    Object value(@Nullable Object reuse) throws IOException;
}
