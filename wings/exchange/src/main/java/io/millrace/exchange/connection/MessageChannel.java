package io.millrace.exchange.connection;

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
import java.util.Arrays;

/**
 * One end of the connection: whole messages, each preceded by its length. Any thread may send, one
 * thread receives. An interrupt of either closes it, as with channels: the process is then no
 * longer needed.
 */
public final class MessageChannel implements Closeable {

    private static final int LONGEST_MESSAGE = 1 << 30;

    /** Memory that is taken before any byte of a message has come; more follows the bytes. */
    private static final int FIRST_BYTES = 1 << 16;

    private final ByteChannel channel;
    private final Object sending = new Object();
    private volatile long arrivals;

    /** Takes over a connected channel, in blocking mode. */
    public MessageChannel(ByteChannel channel) throws IOException {
        this.channel = channel;
        if (channel instanceof SocketChannel socket
                && socket.supportedOptions().contains(StandardSocketOptions.TCP_NODELAY)) {
            socket.setOption(StandardSocketOptions.TCP_NODELAY, true);
        }
    }

    /** Sends a message and returns when it is written. */
    public void send(Sendable message) throws IOException {
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
        ByteBuffer announced = ByteBuffer.allocate(Integer.BYTES);
        fill(announced);
        int length = announced.getInt(0);
        if (length < 0 || length > LONGEST_MESSAGE) {
            throw new IOException(
                    "a message of " + length + " bytes was announced; its sender is not ours");
        }
        return new DataInputStream(new ByteArrayInputStream(message(length)));
    }

    /** Number of arrivals so far: it grows while the other process lives and sends something. */
    public long arrivals() {
        return arrivals;
    }

    public boolean isOpen() {
        return channel.isOpen();
    }

    /** Reads a message; a length that was announced without its bytes takes no memory. */
    private byte[] message(int length) throws IOException {
        byte[] bytes = new byte[Math.min(length, FIRST_BYTES)];
        fill(ByteBuffer.wrap(bytes));
        while (bytes.length < length) {
            int come = bytes.length;
            bytes = Arrays.copyOf(bytes, (int) Math.min(length, 2L * come));
            fill(ByteBuffer.wrap(bytes, come, bytes.length - come));
        }
        return bytes;
    }

    @SuppressWarnings("NonAtomicVolatileUpdate") // one thread receives
    private void fill(ByteBuffer buffer) throws IOException {
        while (buffer.hasRemaining()) {
            if (channel.read(buffer) < 0) {
                throw new EOFException("the other process closed the connection");
            }
            arrivals++;
        }
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
