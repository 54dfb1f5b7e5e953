package io.millrace.files.remote;

import io.millrace.files.listen.PendingConnection;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;

/**
 * A request as it arrives: its bytes, preceded by their number. It is therefore complete before a
 * thread is used for it.
 */
final class RequestFrame implements PendingConnection {

    /** A word and two paths, each at most as long as Java's format allows. */
    private static final int LONGEST = 3 * 0x10001;

    private final ByteBuffer length = ByteBuffer.allocate(Integer.BYTES);
    private ByteBuffer bytes = ByteBuffer.allocate(0);

    static void send(DataOutputStream to, byte[] request) throws IOException {
        to.writeInt(request.length);
        to.write(request);
        to.flush();
    }

    @Override
    public boolean hear(SocketChannel channel) throws IOException {
        if (length.hasRemaining()) {
            read(channel, length);
            if (!length.hasRemaining()) {
                bytes = ByteBuffer.allocate(checked(length.getInt(0)));
            }
            return false;
        }
        read(channel, bytes);
        return !bytes.hasRemaining();
    }

    private static void read(SocketChannel channel, ByteBuffer to) throws IOException {
        if (channel.read(to) < 0) {
            throw new EOFException("a request ended before it was complete");
        }
    }

    private static int checked(int length) throws IOException {
        if (length <= 0 || length > LONGEST) {
            throw new IOException("a request of " + length + " bytes was announced");
        }
        return length;
    }

    /** The content of the request. */
    DataInputStream in() {
        return new DataInputStream(new ByteArrayInputStream(bytes.array()));
    }
}
