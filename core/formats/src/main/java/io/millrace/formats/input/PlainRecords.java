package io.millrace.formats.input;

import io.millrace.formats.record.SequenceDeserializer;
import io.millrace.formats.sequence.OpenedSequence;
import io.millrace.formats.sequence.SequenceCursor;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Records of an uncompressed file, deserialized in place. */
final class PlainRecords implements SequenceRecords {

    private final OpenedSequence opened;
    private final SequenceCursor cursor;
    private final SequenceDeserializer deserializer;

    /**
     * Records of a cursor.
     *
     * @param opened has read the header; closed with this
     */
    PlainRecords(OpenedSequence opened, SequenceCursor cursor, SequenceDeserializer deserializer) {
        this.opened = opened;
        this.cursor = cursor;
        this.deserializer = deserializer;
    }

    @Override
    public Class<?> keyClass() {
        return opened.getKeyClass();
    }

    @Override
    public Class<?> valueClass() {
        return opened.getValueClass();
    }

    @Override
    public long position() {
        return cursor.position();
    }

    @Override
    public boolean markSeen() {
        return cursor.markSeen();
    }

    @Override
    public @Nullable Object nextKey(@Nullable Object reuse) throws IOException {
        if (reuse != null && reuse.getClass() != keyClass()) {
            throw new IOException(
                    "wrong key class: " + reuse.getClass().getName() + " is not " + keyClass());
        }
        if (!cursor.next()) {
            return null;
        }
        int from = cursor.keyFrom();
        return deserializer.key(
                cursor.array(), from, cursor.valueFrom() - from, cursor.to(), reuse);
    }

    @Override
    public Object value(@Nullable Object reuse) throws IOException {
        int from = cursor.valueFrom();
        return deserializer.value(cursor.array(), from, cursor.to() - from, reuse);
    }

    @Override
    public void close() throws IOException {
        try (opened) {
            cursor.end();
        }
    }
}
