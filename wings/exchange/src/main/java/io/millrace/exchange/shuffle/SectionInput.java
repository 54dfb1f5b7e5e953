package io.millrace.exchange.shuffle;

import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;

/** Reads what a {@link SectionOutput} has written, and nothing beyond. Used by one thread. */
final class SectionInput extends InputStream {

    private final DataInputStream in;

    /** Unread bytes of the chunk. */
    private int left;

    private boolean ended;

    SectionInput(DataInputStream in) {
        this.in = in;
    }

    /** Moves to the next byte; false at the end. */
    private boolean more() throws IOException {
        if (left == 0 && !ended) {
            left = in.readInt();
            ended = left == 0;
        }
        return !ended;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
        if (length == 0) {
            return 0;
        }
        if (!more()) {
            return -1;
        }
        int part = in.read(target, offset, Math.min(length, left));
        if (part < 0) {
            throw new EOFException("a bundle ends in the middle of a part");
        }
        left -= part;
        return part;
    }

    /** Reads what is left of the section. */
    void skipRest() throws IOException {
        while (more()) {
            in.skipNBytes(left);
            left = 0;
        }
    }
}
