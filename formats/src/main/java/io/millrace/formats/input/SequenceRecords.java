package io.millrace.formats.input;

import java.io.Closeable;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** The records of a SequenceFile, one after the other. Used by one thread at a time. */
interface SequenceRecords extends Closeable {

    Class<?> keyClass();

    Class<?> valueClass();

    /** Where the next record begins, or a mark before it. */
    long position() throws IOException;

    /** Whether the last record had a mark before it. */
    boolean markSeen();

    /**
     * Goes to the next record and reads its key; null behind the last one.
     *
     * @param reuse what is given back, filled anew, if it is given and the serialization can
     */
    @Nullable Object nextKey(@Nullable Object reuse) throws IOException;

    /** Reads the value of that record. */
    Object value(@Nullable Object reuse) throws IOException;
}
