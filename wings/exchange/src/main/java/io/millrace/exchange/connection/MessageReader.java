package io.millrace.exchange.connection;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import org.jspecify.annotations.Nullable;

/**
 * Puts messages together from the bytes of a connection, each of which begins with its length, of
 * four bytes. A length that was announced without its bytes takes no memory. Used by one thread at
 * a time.
 */
public final class MessageReader {

    /** Memory that is taken before any byte of a message has come; more follows the bytes. */
    private static final int FIRST_BYTES = 1 << 16;

    private final int longest;
    private final ByteBuffer length = ByteBuffer.allocate(Integer.BYTES);

    /** The bytes of the message so far; null while its length is read. */
    private @Nullable ByteBuffer body;

    private volatile long arrivals;

    /**
     * Begins before the first message.
     *
     * @param longest the most bytes that a message may have
     */
    public MessageReader(int longest) {
        this.longest = longest;
    }

    /**
     * Reads what has come, up to the end of a message. Waits for more if the channel does.
     *
     * @return a whole message; null if its rest has not come
     * @throws EOFException if the other end has closed the connection
     * @throws IOException if a message is announced that is too long
     */
    public byte @Nullable [] read(ReadableByteChannel channel) throws IOException {
        ByteBuffer bytes = body;
        if (bytes == null) {
            if (!fill(length, channel)) {
                return null;
            }
            bytes = ByteBuffer.allocate(Math.min(announced(), FIRST_BYTES));
        }
        while (fill(bytes, channel)) {
            if (bytes.capacity() == announced()) {
                body = null;
                length.clear();
                return bytes.array();
            }
            int room = (int) Math.min(announced(), 2L * bytes.capacity());
            bytes = ByteBuffer.allocate(room).put(bytes.flip());
        }
        body = bytes;
        return null;
    }

    private int announced() throws IOException {
        int bytes = length.getInt(0);
        if (bytes < 0 || bytes > longest) {
            throw new IOException(
                    "a message of " + bytes + " bytes was announced; its sender is not ours");
        }
        return bytes;
    }

    @SuppressWarnings("NonAtomicVolatileUpdate") // one thread reads
    private boolean fill(ByteBuffer part, ReadableByteChannel channel) throws IOException {
        while (part.hasRemaining()) {
            int count = channel.read(part);
            if (count < 0) {
                throw new EOFException("the other process closed the connection");
            }
            if (count == 0) {
                return false;
            }
            arrivals++;
        }
        return true;
    }

    /** How often bytes have come; any thread may ask. */
    public long arrivals() {
        return arrivals;
    }
}
