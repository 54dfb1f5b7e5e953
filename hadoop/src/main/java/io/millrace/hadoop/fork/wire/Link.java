package io.millrace.hadoop.fork.wire;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.ByteChannel;
import java.nio.channels.SocketChannel;

/**
 * One end of the connection: whole messages, each preceded by its length. Any thread may send, one
 * thread receives. An interrupt of either closes the link, as with channels: the process is then no
 * longer needed.
 */
public final class Link implements Closeable {

    private static final int LONGEST_MESSAGE = 1 << 30;

    private final ByteChannel channel;
    private final Object sending = new Object();
    private volatile long arrivals;

    /** Takes over a connected channel, in blocking mode. */
    public Link(ByteChannel channel) throws IOException {
        this.channel = channel;
        if (channel instanceof SocketChannel socket
                && socket.supportedOptions().contains(StandardSocketOptions.TCP_NODELAY)) {
            socket.setOption(StandardSocketOptions.TCP_NODELAY, true);
        }
    }

    /** Sends a message and returns when it is written. */
    public void send(Message message) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        out.writeInt(0);
        message.writeTo(out);
        ByteBuffer whole = ByteBuffer.wrap(bytes.toByteArray());
        whole.putInt(0, whole.capacity() - Integer.BYTES);
        synchronized (sending) {
            while (whole.hasRemaining()) {
                channel.write(whole);
            }
        }
    }

    /**
     * Waits for the next message.
     *
     * @throws EOFException if the other end has closed the connection
     */
    public DataInputStream receive() throws IOException {
        int length = filled(Integer.BYTES).getInt();
        if (length < 0 || length > LONGEST_MESSAGE) {
            throw new IOException(
                    "a message of " + length + " bytes was announced; its sender is not ours");
        }
        return new DataInputStream(new ByteArrayInputStream(filled(length).array()));
    }

    /** Number of arrivals so far: it grows while the other process lives and sends something. */
    public long arrivals() {
        return arrivals;
    }

    public boolean isOpen() {
        return channel.isOpen();
    }

    @SuppressWarnings("NonAtomicVolatileUpdate") // one thread receives
    private ByteBuffer filled(int length) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate(length);
        while (buffer.hasRemaining()) {
            if (channel.read(buffer) < 0) {
                throw new EOFException("the other process closed the connection");
            }
            arrivals++;
        }
        return buffer.flip();
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
