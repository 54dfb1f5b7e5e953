package io.millrace.records.binary;

import io.millrace.formats.sequence.SequenceCursor;
import java.io.IOException;

/** A record of an uncompressed file, in place. */
final class PlainRecord implements SequenceRecord {

    private final SequenceCursor cursor;

    PlainRecord(SequenceCursor cursor) {
        this.cursor = cursor;
    }

    @Override
    public long position() {
        return cursor.position();
    }

    @Override
    public boolean next() throws IOException {
        return cursor.next();
    }

    @Override
    public boolean markSeen() {
        return cursor.markSeen();
    }

    @Override
    public byte[] bytes() {
        return cursor.array();
    }

    @Override
    public int keyFrom() {
        return cursor.keyFrom();
    }

    @Override
    public int valueFrom() {
        return cursor.valueFrom();
    }

    @Override
    public int to() {
        return cursor.to();
    }
}
