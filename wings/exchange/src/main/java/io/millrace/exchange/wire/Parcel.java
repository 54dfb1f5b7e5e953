package io.millrace.exchange.wire;

import io.millrace.exchange.connection.MessageReader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;

/**
 * Some bytes with their number before them, through a socket that does not block. Used by the
 * reactor's handlers, by one thread at a time.
 */
final class Parcel {

    /** So many bytes fit into the buffers of a socket that has sent nothing yet. */
    static final int MAX_BYTES = 8192;

    private Parcel() {}

    /** Sends a whole parcel: it is among the first that the other worker should read. */
    static void send(SocketChannel channel, byte[] bytes) throws IOException {
        if (bytes.length > MAX_BYTES) {
            throw new IOException(bytes.length + " bytes are too many to begin with");
        }
        ByteBuffer all = ByteBuffer.allocate(Integer.BYTES + bytes.length);
        all.putInt(bytes.length).put(bytes);
        channel.write(all.flip());
        if (all.hasRemaining()) {
            throw new IOException("it reads nothing");
        }
    }

    /** The failure that the other worker has something else in mind. */
    static IOException unknown() {
        return new IOException("it has another version of Millrace, or another transport");
    }

    /** Reads the parcels that come. */
    static MessageReader reader() {
        return new MessageReader(MAX_BYTES);
    }
}
