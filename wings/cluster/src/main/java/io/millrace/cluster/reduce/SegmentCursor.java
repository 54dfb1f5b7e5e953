package io.millrace.cluster.reduce;

import io.millrace.engine.record.ArrayCursor;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/**
 * Reads a segment of Hadoop's: for each record the lengths of key and value, as variable-length
 * integers, then their bytes; at the end, two lengths of -1. The stream is lent. Used by one
 * thread.
 */
final class SegmentCursor extends ArrayCursor {

    private static final int BUFFER_BYTES = 64 * 1024;
    private static final int END = -1;
    private static final int ONE_BYTE_LEAST = -112;
    private static final int MOST_LENGTH_BYTES = 4;

    private final InputStream in;
    private final String name;
    private final long bytes;
    private byte[] buffer = new byte[BUFFER_BYTES];
    private int at;
    private int filled;

    /** Bytes that were taken from the stream. */
    private long taken;

    private boolean ended;

    /**
     * A cursor before the first record.
     *
     * @param in the segment without compression; ends after it
     * @param bytes its length, with the end mark
     * @param name for messages
     */
    SegmentCursor(InputStream in, long bytes, String name) {
        this.in = in;
        this.bytes = bytes;
        this.name = name;
    }

    @Override
    public boolean next() throws IOException {
        if (ended) {
            return false;
        }
        int keyLength = readLength();
        int valueLength = readLength();
        if (keyLength == END && valueLength == END) {
            moveOff();
            end();
            return false;
        }
        if (keyLength < 0 || valueLength < 0) {
            throw damaged("a record has lengths " + keyLength + " and " + valueLength);
        }
        require((long) keyLength + valueLength);
        moveTo(buffer, at, keyLength, at + keyLength, valueLength);
        at += keyLength + valueLength;
        return true;
    }

    private void end() throws IOException {
        ended = true;
        long read = taken - (filled - at);
        if (read != bytes) {
            throw damaged("it ends after " + read + " bytes instead of " + bytes);
        }
        // Reading the end of the stream checks the checksum.
        if (at < filled || in.read() >= 0) {
            throw damaged("more bytes follow its end mark");
        }
    }

    /** As {@code WritableUtils.readVInt}, for lengths. */
    private int readLength() throws IOException {
        require(1);
        int first = buffer[at++];
        if (first >= ONE_BYTE_LEAST) {
            return first;
        }
        int count = ONE_BYTE_LEAST - first;
        if (count > MOST_LENGTH_BYTES) {
            throw damaged("a length starts with the byte " + first);
        }
        require(count);
        int length = 0;
        for (int i = 0; i < count; i++) {
            length = length << Byte.SIZE | (buffer[at++] & 0xff);
        }
        return length;
    }

    /** Has the next {@code count} bytes in the buffer, in one piece. */
    private void require(long count) throws IOException {
        int held = filled - at;
        if (held >= count) {
            return;
        }
        if (count - held > bytes - taken) {
            throw damaged("a record extends beyond its " + bytes + " bytes");
        }
        if (count > buffer.length - at) {
            byte[] target = count > buffer.length ? new byte[grown(count)] : buffer;
            System.arraycopy(buffer, at, target, 0, held);
            buffer = target;
            at = 0;
            filled = held;
        }
        while (filled - at < count) {
            int read = in.read(buffer, filled, buffer.length - filled);
            if (read < 0) {
                throw new EOFException(
                        name + " ends after " + taken + " bytes instead of " + bytes);
            }
            filled += read;
            taken += read;
        }
    }

    private int grown(long count) throws IOException {
        if (count > Integer.MAX_VALUE - 8) {
            throw damaged("a record has " + count + " bytes");
        }
        return (int) Math.min(Integer.MAX_VALUE - 8, Math.max(count, 2L * buffer.length));
    }

    private IOException damaged(String why) {
        return new IOException(name + " is damaged: " + why);
    }

    @Override
    public long prefix() {
        return 0; // records are copied, not compared
    }

    @Override
    public float progress() {
        return bytes == 0 ? 1 : (float) taken / bytes;
    }

    /** Frees the buffer. */
    @Override
    public void close() {
        moveOff();
        buffer = Arrays.copyOf(buffer, 0);
        at = 0;
        filled = 0;
        ended = true;
    }
}
