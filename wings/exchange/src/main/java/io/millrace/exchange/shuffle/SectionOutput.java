package io.millrace.exchange.shuffle;

import java.io.DataOutput;
import java.io.IOException;
import java.io.OutputStream;

/**
 * Bytes whose number is not known before they end: chunks with their lengths, and a length of zero.
 * A section that is not closed stays without an end. Used by one thread.
 */
final class SectionOutput extends OutputStream {

    private static final int CHUNK_BYTES = 8 * 1024;

    private final DataOutput out;
    private final byte[] chunk = new byte[CHUNK_BYTES];
    private int filled;

    SectionOutput(DataOutput out) {
        this.out = out;
    }

    @Override
    public void write(int value) throws IOException {
        if (filled == chunk.length) {
            writeChunk();
        }
        chunk[filled++] = (byte) value;
    }

    @Override
    public void write(byte[] source, int offset, int length) throws IOException {
        for (int done = 0; done < length; ) {
            if (filled == chunk.length) {
                writeChunk();
            }
            int part = Math.min(length - done, chunk.length - filled);
            System.arraycopy(source, offset + done, chunk, filled, part);
            filled += part;
            done += part;
        }
    }

    private void writeChunk() throws IOException {
        out.writeInt(filled);
        out.write(chunk, 0, filled);
        filled = 0;
    }

    /** Ends the section. */
    @Override
    public void close() throws IOException {
        if (filled > 0) {
            writeChunk();
        }
        out.writeInt(0);
    }
}
