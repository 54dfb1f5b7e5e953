package io.millrace.formats.sequence;

import io.millrace.engine.namespace.LendsBytes;
import io.millrace.engine.task.Cancellation;
import io.millrace.formats.meter.FileMeter;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.apache.hadoop.fs.FSDataInputStream;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of a file from a position on, in contiguous pieces of the requested length. Bytes of a
 * file in memory are read in place, except for pieces across two blocks; others are read through
 * one buffer, from the stream's position on. Used by one thread at a time.
 */
final class FileBytes {

    private static final int BUFFER_BYTES = 64 << 10;

    private final FSDataInputStream in;
    private final @Nullable LendsBytes lender;
    private final FileMeter meter;

    /** Reads large pieces up to this position, and small ones after it. */
    private final long eagerEnd;

    private final int step;

    private byte[] own = {};

    /** The available bytes, {@code bytes[at, limit)}; in {@link #own}, or lent. */
    private byte[] bytes = {};

    private int at;
    private int limit;

    /** Position of {@code limit} in the file. */
    private long limitPosition;

    /** Start of the lent bytes that are not yet counted as read. */
    private int lentFrom;

    /**
     * Starts at the stream's position.
     *
     * @param eagerEnd the position where the caller will probably stop
     * @param step number of bytes that Hadoop's own reader requests at once
     */
    FileBytes(FSDataInputStream in, long eagerEnd, int step, FileMeter meter) throws IOException {
        this.in = in;
        this.lender = in instanceof LendsBytes lends ? lends : null;
        this.meter = meter;
        this.eagerEnd = eagerEnd;
        this.step = step;
        limitPosition = in.getPos();
    }

    /** Position of the next byte in the file. */
    long position() {
        return limitPosition - (limit - at);
    }

    /**
     * Makes {@code count} bytes available.
     *
     * @throws EOFException if the file ends earlier
     */
    void need(int count) throws IOException {
        if (limit - at < count) {
            fetch(count);
        }
    }

    /** The array of the available bytes; may change with each {@link #need}. */
    byte[] array() {
        return bytes;
    }

    /** Index of the next byte in {@link #array}. */
    int at() {
        return at;
    }

    /** Skips available bytes. */
    void pass(int count) {
        at += count;
    }

    private void fetch(int count) throws IOException {
        meter.begin();
        if (lender == null || !lend(lender, count)) {
            collect(count);
        }
        meter.end();
    }

    /** Borrows the file's own bytes; false if fewer are contiguous. */
    private boolean lend(LendsBytes from, int count) throws IOException {
        long position = position();
        countLent();
        ByteBuffer lent = from.lend(position);
        if (lent == null || lent.remaining() < count) {
            limit = at; // discard the available bytes: collect reads them again
            limitPosition = position;
            return false;
        }
        bytes = lent.array();
        at = lent.arrayOffset() + lent.position();
        limit = at + lent.remaining();
        lentFrom = at;
        limitPosition = position + lent.remaining();
        return true;
    }

    /** Copies the remaining available bytes and the following ones into the own buffer. */
    private void collect(int count) throws IOException {
        int left = limit - at;
        byte[] target = own.length < count ? new byte[capacity(count)] : own;
        System.arraycopy(bytes, at, target, 0, left);
        own = target;
        bytes = target;
        at = 0;
        limit = left;
        while (limit < count) {
            Cancellation.check(); // a record may be large
            int read =
                    lender == null
                            ? in.read(target, limit, wanted(count - limit))
                            : in.read(limitPosition, target, limit, count - limit);
            if (read < 0) {
                throw new EOFException(
                        "the file ends at %d, but the data at %d needs %d bytes; the file is truncated, or still being written"
                                .formatted(limitPosition, position(), count));
            }
            limit += read;
            limitPosition += read;
        }
    }

    /** As many steps as fit, up to where the caller will stop; then one. */
    private int wanted(int missing) {
        int room = bytes.length - limit;
        long eager = eagerEnd - limitPosition;
        long large = eager < step ? eager : eager - eager % step;
        return (int) Math.min(room, Math.max(large, Math.max(missing, step)));
    }

    private int capacity(int count) {
        return lender == null ? Math.max(count, Math.max(step, BUFFER_BYTES)) : count;
    }

    private void countLent() {
        LendsBytes from = lender;
        if (from != null && bytes != own && at > lentFrom) {
            from.countRead(at - lentFrom);
            lentFrom = at;
        }
    }

    /** Counts the bytes read. The caller closes the stream. */
    void end() {
        meter.begin();
        countLent();
        meter.end();
    }
}
