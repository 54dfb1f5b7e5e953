package io.millrace.engine.spill;

import io.millrace.engine.record.ArrayCursor;
import io.millrace.engine.record.KeyOrder;
import io.millrace.engine.stream.RecordLayout;
import java.io.EOFException;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import net.jpountz.lz4.LZ4Exception;

/**
 * Reads one coded run, block by block. A record that spans blocks is assembled in a separate array.
 * Long values are read only on request: otherwise each of many merged cursors would hold one before
 * its turn.
 *
 * <p>Used by one thread at a time.
 */
final class RunCursor extends ArrayCursor {

    private static final int SPANNING_BYTES = 64;

    /**
     * Largest value, in bytes, that is read together with its key, and largest array that is kept.
     */
    private static final int MAX_READ_AHEAD = 1 << 20;

    private static final VarHandle INTS =
            MethodHandles.byteArrayViewVarHandle(int[].class, RecordLayout.CODED_ORDER);

    private final OpenRuns open;
    private final boolean ownsOpen;
    private final RunSource runs;
    private final RunBytes source;
    private final long end;
    private final long records;
    private final KeyOrder order;
    private final byte[] buffer;
    private final int frameAt;
    private long position;
    private long read;

    /** Length of the buffer's content; the next field is the position in it. */
    private int filled;

    private int at;
    private byte[] spanning = new byte[SPANNING_BYTES];

    /** Bytes of the current value that are not read yet, in the source or in the buffer. */
    private int unread;

    /** The array with the bytes that {@link #contiguous} provided. */
    private byte[] bytes;

    /**
     * A cursor before the first record.
     *
     * @param ownsOpen whether the cursor closes the open runs
     */
    RunCursor(OpenRuns open, int partition, boolean ownsOpen) throws IOException {
        this.open = open;
        this.ownsOpen = ownsOpen;
        this.runs = open.runs();
        this.source = open.bytes();
        this.order = open.order();
        this.buffer = open.buffer();
        this.end = runs.table().end(partition);
        this.records = runs.records(partition);
        this.bytes = buffer;
        this.frameAt = BlockFrame.contentBytes(buffer.length);
        this.position = runs.table().start(partition);
        try {
            source.moveTo(position);
        } catch (IOException e) {
            throw SpillException.cannotRead(runs.name(), e);
        }
    }

    @Override
    public boolean next() throws IOException {
        fetchValue();
        if (spanning.length > MAX_READ_AHEAD) {
            spanning = new byte[SPANNING_BYTES];
            bytes = buffer;
            moveOff();
        }
        if (read == records) {
            return false;
        }
        if (at == filled) {
            readBlock();
        }
        int headerAt = contiguous(RecordLayout.HEADER_BYTES);
        int keyLength = (int) INTS.get(bytes, headerAt);
        int valueLength = (int) INTS.get(bytes, headerAt + 4);
        long length = (long) keyLength + valueLength;
        if (keyLength < 0 || valueLength < 0 || length > Integer.MAX_VALUE - 8) {
            throw SpillException.corrupt(
                    runs,
                    position,
                    "record lengths must not be negative, got " + keyLength + " and " + valueLength,
                    null);
        }
        read++;
        unread = valueLength > MAX_READ_AHEAD ? valueLength : 0;
        int keyOffset = contiguous((int) length - unread);
        moveTo(bytes, keyOffset, keyLength, keyOffset + keyLength, valueLength);
        return true;
    }

    @Override
    public boolean leavesValues() {
        return true;
    }

    @Override
    public void fetchValue() throws IOException {
        int keyLength = keyLength();
        int valueLength = unread;
        if (valueLength == 0) {
            return;
        }
        unread = 0;
        byte[] record = new byte[keyLength + valueLength];
        System.arraycopy(keyBytes(), keyOffset(), record, 0, keyLength);
        readInto(record, keyLength, valueLength);
        spanning = record;
        moveTo(record, 0, keyLength, keyLength, valueLength);
    }

    /** Makes the next {@code length} bytes contiguous in {@link #bytes}, and moves past them. */
    private int contiguous(int length) throws IOException {
        if (filled - at >= length) {
            bytes = buffer;
            at += length;
            return at - length;
        }
        if (spanning.length < length) {
            spanning = new byte[length];
        }
        readInto(spanning, 0, length);
        bytes = spanning;
        return 0;
    }

    private void readInto(byte[] target, int offset, int length) throws IOException {
        int done = 0;
        while (done < length) {
            if (at == filled) {
                readBlock();
            }
            int part = Math.min(length - done, filled - at);
            System.arraycopy(buffer, at, target, offset + done, part);
            at += part;
            done += part;
        }
    }

    private void readBlock() throws IOException {
        if (position >= end) {
            throw SpillException.corrupt(
                    runs,
                    position,
                    "expected " + records + " records, but the run ends after " + read,
                    null);
        }
        try {
            source.readFully(buffer, frameAt, BlockFrame.HEADER_BYTES);
            int body = BlockFrame.bodyLength(buffer, frameAt);
            source.readFully(buffer, frameAt + BlockFrame.HEADER_BYTES, body);
            filled = open.frame().decode(buffer, frameAt, body, position);
            at = 0;
            position += BlockFrame.HEADER_BYTES + body;
        } catch (EOFException e) {
            throw SpillException.truncated(runs, position, e);
        } catch (BlockFrame.BadFrameException | LZ4Exception e) {
            throw SpillException.corrupt(runs, position, String.valueOf(e.getMessage()), e);
        } catch (IOException e) {
            throw SpillException.cannotRead(runs.name(), e);
        }
    }

    @Override
    public long prefix() {
        return order.prefixed() ? order.prefix(keyBytes(), keyOffset(), keyLength()) : 0;
    }

    @Override
    public float progress() {
        return records == 0 ? 1 : (float) read / records;
    }

    @Override
    public void close() throws IOException {
        if (ownsOpen) {
            open.close();
        }
    }
}
