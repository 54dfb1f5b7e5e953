package io.millrace.engine.record;

import java.io.IOException;

/**
 * Takes records one at a time, each as key bytes followed by value bytes:
 *
 * <pre>
 *   serialize key into output();   endKey();
 *   serialize value into output(); endRecord(partition);
 * </pre>
 *
 * <p>Used by one thread at a time; callers that emit from several threads need their own lock. The
 * sink owns a record's bytes once {@link #endRecord} has returned; until then {@link
 * #discardRecord} removes whatever a failing serializer left behind.
 */
public interface RecordSink {

    /** The output for the open record's bytes: the same object for the life of the sink. */
    RecordOutput output();

    /** Marks the bytes written since the last record as the key. */
    void endKey();

    /**
     * Ends the open record and adds it to {@code partition}.
     *
     * @throws IOException if the record had to be spilled and the disk failed, or the attempt was
     *     revoked
     * @throws InterruptedException if the attempt was cancelled while it waited for room
     */
    void endRecord(int partition) throws IOException, InterruptedException;

    /** Discards the bytes of the open record; does nothing if there are none. */
    void discardRecord();
}
