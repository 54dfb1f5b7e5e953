package io.millrace.formats.input;

import io.millrace.engine.namespace.LendsBytes;
import io.millrace.formats.meter.FileMeter;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.apache.hadoop.fs.FSDataInputStream;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of a file from some position on, as many in one piece as are asked for. Those of a file
 * in memory are looked at where they lie, but for what lies across two of its blocks; others are
 * read through one buffer, from the stream's position on. Used by one thread at a time.
 */
final class FileBytes {

    private static final int BUFFER_BYTES = 64 << 10;

    private final FSDataInputStream in;
    private final @Nullable LendsBytes lender;
    private final FileMeter meter;

    /** Up to here large pieces are read; behind it, small ones. */
    private final long eagerEnd;

    private final int step;

    private byte[] own = {};

    /** The bytes that are at hand, {@code bytes[at, limit)}; from {@link #own}, or lent. */
    private byte[] bytes = {};

    private int at;
    private int limit;

    /** Where {@code limit} is in the file. */
    private long limitPosition;

    /** What was lent and is not yet counted as read begins here. */
    private int lentFrom;

    /**
     * Begins where the stream is.
     *
     * @param eagerEnd where the caller will probably stop
     * @param step what Hadoop's own reader asks for at once
     */
    FileBytes(FSDataInputStream in, long eagerEnd, int step, FileMeter meter) throws IOException {
        this.in = in;
        this.lender = in instanceof LendsBytes lends ? lends : null;
        this.meter = meter;
        this.eagerEnd = eagerEnd;
        this.step = step;
        limitPosition = in.getPos();
    }

    /** Where the next byte is in the file. */
    long position() {
        return limitPosition - (limit - at);
    }

    /**
     * Makes sure that {@code count} bytes are at hand.
     *
     * @throws EOFException if the file ends before
     */
    void need(int count) throws IOException {
        if (limit - at < count) {
            fetch(count);
        }
    }

    /** The array that has the bytes at hand; may change with each {@link #need}. */
    byte[] array() {
        return bytes;
    }

    /** Where the next byte is in {@link #array}. */
    int at() {
        return at;
    }

    /** Goes behind bytes that are at hand. */
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

    /** Looks at the file's own bytes; false if not so many lie in one piece. */
    private boolean lend(LendsBytes from, int count) throws IOException {
        long position = position();
        countLent();
        ByteBuffer lent = from.lend(position);
        if (lent == null || lent.remaining() < count) {
            limit = at; // forget what was at hand: collect reads it anew
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

    /** Copies into the own buffer what is left at hand and what follows. */
    private void collect(int count) throws IOException {
        int left = limit - at;
        byte[] target = own.length < count ? new byte[capacity(count)] : own;
        System.arraycopy(bytes, at, target, 0, left);
        own = target;
        bytes = target;
        at = 0;
        limit = left;
        while (limit < count) {
            int read =
                    lender == null
                            ? in.read(target, limit, wanted(count - limit))
                            : in.read(limitPosition, target, limit, count - limit);
            if (read < 0) {
                throw new EOFException(
                        "the file ends at %d, but what begins at %d takes %d bytes; it was cut off, or is still being written"
                                .formatted(limitPosition, position(), count));
            }
            limit += read;
            limitPosition += read;
        }
    }

    /** As many steps at once as there is room for, up to where the caller will stop; then one. */
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

    /** Counts what was read; the stream is the caller's to close. */
    void end() {
        meter.begin();
        countLent();
        meter.end();
    }
}
