package io.millrace.exchange.wire;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.SocketChannel;
import org.jspecify.annotations.Nullable;

/**
 * Some bytes with their number before them, through a socket that does not block. Used by the
 * reactor's handlers, by one thread at a time.
 */
final class Parcel {

    /** So many bytes fit into the buffers of a socket that has sent nothing yet. */
    static final int MAX_BYTES = 8192;

    private final ByteBuffer length = ByteBuffer.allocate(Integer.BYTES);
    private @Nullable ByteBuffer bytes;
    private boolean ended;

    /** Sends a whole parcel: it is among the first that the other worker should read. */
    static void send(SocketChannel channel, byte[] bytes) throws IOException {
        if (bytes.length > MAX_BYTES) {
            throw new IOException(bytes.length + " bytes are too many to begin with");
        }
        ByteBuffer all = ByteBuffer.allocate(Integer.BYTES + bytes.length);
        all.order(ByteOrder.LITTLE_ENDIAN).putInt(bytes.length).put(bytes);
        channel.write(all.flip());
        if (all.hasRemaining()) {
            throw new IOException("it reads nothing");
        }
    }

    /** The failure that the other worker has something else in mind. */
    static IOException unknown() {
        return new IOException("it has another version of Millrace, or another transport");
    }

    /** Reads what has come; returns the bytes of a whole parcel, and null before. */
    byte @Nullable [] read(SocketChannel channel) throws IOException {
        if (length.hasRemaining()) {
            read(channel, length);
            if (length.hasRemaining()) {
                return null;
            }
            bytes = ByteBuffer.allocate(checked(length.order(ByteOrder.LITTLE_ENDIAN).getInt(0)));
        }
        ByteBuffer its = bytes;
        if (its == null) {
            return null;
        }
        read(channel, its);
        if (its.hasRemaining()) {
            return null;
        }
        length.clear();
        bytes = null;
        byte[] whole = new byte[its.capacity()];
        its.get(0, whole);
        return whole;
    }

    private static int checked(int length) throws IOException {
        if (length < 0 || length > MAX_BYTES) {
            throw unknown();
        }
        return length;
    }

    private void read(SocketChannel channel, ByteBuffer into) throws IOException {
        ended |= channel.read(into) < 0;
    }

    /** Whether the other worker has closed the connection. */
    boolean hasEnded() {
        return ended;
    }
}
