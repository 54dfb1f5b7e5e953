package io.millrace.files.remote;

import io.millrace.files.listen.Caller;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;

/**
 * A request as it arrives: its bytes, with their number before them. So it is known to be whole
 * before a thread is taken for it.
 */
final class Frame implements Caller {

    /** A word and two paths, each no longer than Java writes. */
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
            throw new EOFException("a request ended before it was whole");
        }
    }

    private static int checked(int length) throws IOException {
        if (length <= 0 || length > LONGEST) {
            throw new IOException("a request of " + length + " bytes was announced");
        }
        return length;
    }

    /** What was asked. */
    DataInputStream in() {
        return new DataInputStream(new ByteArrayInputStream(bytes.array()));
    }
}
