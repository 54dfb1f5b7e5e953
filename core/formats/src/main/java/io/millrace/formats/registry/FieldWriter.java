package io.millrace.formats.registry;

import io.millrace.engine.record.RecordOutput;
import java.io.DataOutput;
import java.io.IOException;

/** Writes keys, or values, of one class into the open record. */
public interface FieldWriter<T> {

    /**
     * Writes a key or value.
     *
     * @param stream also writes to {@code out}, for serializers
     */
    void write(T value, RecordOutput out, DataOutput stream) throws IOException;
}
