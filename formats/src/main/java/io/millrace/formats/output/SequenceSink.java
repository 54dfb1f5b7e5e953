package io.millrace.formats.output;

import io.millrace.engine.record.RecordOutput;
import io.millrace.engine.record.RecordSink;
import io.millrace.formats.meter.FileMeter;
import io.millrace.formats.record.SequenceLayout;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;
import org.apache.hadoop.io.SequenceFile;

/**
 * Records in the layout of a SequenceFile: they are serialized behind the room for their lengths,
 * and for a mark where one is due, in a buffer that goes to the file whole. Used by one thread at a
 * time.
 */
final class SequenceSink implements RecordSink {

    private static final int BUFFER_BYTES = 64 << 10;

    private final OutputStream out;
    private final byte[] mark;
    private final FileMeter meter;
    private final byte[] buffer = new byte[BUFFER_BYTES];
    private final RecordOutput record = new RecordOutput(0);

    /** Bytes of ended records in the buffer, and of the file before it. */
    private int used;

    private long flushed;

    /** Where the last mark ends in the file. */
    private long markEnd;

    /** What is before the open record. */
    private int gap;

    private int keyLength;

    /**
     * Begins the file.
     *
     * @param out gets the bytes; the caller's to close
     * @param header of the file, which ends with its mark
     */
    SequenceSink(OutputStream out, byte[] header, FileMeter meter) throws IOException {
        this.out = out;
        this.meter = meter;
        mark = Arrays.copyOfRange(header, header.length - SequenceLayout.MARK_BYTES, header.length);
        give(header, 0, header.length);
    }

    /** Begins a record; to be called before each. */
    void begin() throws IOException {
        boolean due = flushed + used >= markEnd + SequenceFile.SYNC_INTERVAL;
        gap = SequenceLayout.LENGTHS_BYTES + (due ? SequenceLayout.ESCAPED_MARK_BYTES : 0);
        if (buffer.length - used < gap) {
            flush();
        }
        record.writeTo(buffer, used + gap, buffer.length);
    }

    @Override
    public RecordOutput output() {
        return record;
    }

    @Override
    public void endKey() {
        keyLength = record.length();
    }

    @Override
    @SuppressWarnings("ReferenceEquality") // the very same array
    public void endRecord(int partition) throws IOException {
        int length = record.length();
        int lengthsAt = used + gap - SequenceLayout.LENGTHS_BYTES;
        if (gap > SequenceLayout.LENGTHS_BYTES) {
            SequenceLayout.putInt(buffer, used, SequenceLayout.ESCAPE);
            System.arraycopy(mark, 0, buffer, used + Integer.BYTES, mark.length);
            markEnd = flushed + lengthsAt;
        }
        SequenceLayout.putInt(buffer, lengthsAt, length);
        SequenceLayout.putInt(buffer, lengthsAt + Integer.BYTES, keyLength);
        used += gap;
        if (record.array() == buffer) {
            used += length;
        } else {
            flush();
            give(record.array(), record.start(), length);
        }
    }

    /** What is in the buffer of it is written over by the next one. */
    @Override
    public void discardRecord() {
        record.truncate(0);
    }

    /** Hands on what is left. */
    void end() throws IOException {
        flush();
    }

    private void flush() throws IOException {
        int length = used;
        used = 0;
        if (length > 0) {
            give(buffer, 0, length);
        }
    }

    private void give(byte[] bytes, int offset, int length) throws IOException {
        flushed += length;
        meter.begin();
        out.write(bytes, offset, length);
        meter.end();
    }
}
