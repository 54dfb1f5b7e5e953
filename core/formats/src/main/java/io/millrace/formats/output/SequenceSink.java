package io.millrace.formats.output;

import io.millrace.engine.record.RecordOutput;
import io.millrace.engine.record.RecordSink;
import io.millrace.formats.meter.FileMeter;
import io.millrace.formats.sequence.SequenceLayout;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;
import org.apache.hadoop.io.SequenceFile;

/**
 * Records in the layout of a SequenceFile: serialized after the space for their lengths, and for a
 * mark if one is due, in a buffer that is written to the file as a whole. Used by one thread at a
 * time.
 */
final class SequenceSink implements RecordSink {

    private static final int BUFFER_BYTES = 64 << 10;

    private final OutputStream out;
    private final byte[] mark;
    private final FileMeter meter;
    private final byte[] buffer = new byte[BUFFER_BYTES];
    private final RecordOutput record = new RecordOutput(0);

    /** Bytes of complete records in the buffer, and of the file before it. */
    private int used;

    private long flushed;

    /** End of the last mark in the file. */
    private long markEnd;

    /** Space before the open record. */
    private int gap;

    private int keyLength;

    /**
     * Starts the file.
     *
     * @param out receives the bytes; the caller closes it
     * @param header the file's header, which ends with its mark
     */
    SequenceSink(OutputStream out, byte[] header, FileMeter meter) throws IOException {
        this.out = out;
        this.meter = meter;
        mark = Arrays.copyOfRange(header, header.length - SequenceLayout.MARK_BYTES, header.length);
        give(header, 0, header.length);
    }

    /** Starts a record; called before each. */
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

    /** The next record overwrites it in the buffer. */
    @Override
    public void discardRecord() {
        record.truncate(0);
    }

    /** Writes the rest of the buffer. */
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
