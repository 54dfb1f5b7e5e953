package io.millrace.formats.registry;

import io.millrace.engine.record.RecordOutput;
import java.io.DataOutput;
import java.io.IOException;

/** Writes keys, or values, of one class into the open record. */
public interface FieldWriter<T> {

    /**
     * Writes one.
     *
     * @param stream writes to {@code out} too, for what is written by a serializer
     */
    void write(T value, RecordOutput out, DataOutput stream) throws IOException;
}
