package io.millrace.exchange.tls;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ByteChannel;
import java.nio.channels.SocketChannel;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLEngineResult.Status;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;

/**
 * A connection whose bytes TLS encrypts. Its socket may block or not; reads and writes then do, or
 * do not, like those of the socket. One thread shakes hands; after that one may read while another
 * writes.
 *
 * <p>The reader never writes: an answer to the other side, such as that to new keys, is due before
 * the next bytes that are sent, and goes with them. So two readers that answer cannot wait for each
 * other. The end of the socket's stream is the end of this one, because the protocols above say
 * goodbye themselves.
 */
public final class TlsChannel implements ByteChannel {

    /** How many records are sent or received at once. */
    private static final int RECORDS = 4;

    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

    private final SocketChannel socket;
    private final SSLEngine engine;

    /** Bytes between position and limit were received, and are not decrypted. */
    private final ByteBuffer received;

    /** Bytes between position and limit are decrypted, and did not fit where they were wanted. */
    private final ByteBuffer decrypted;

    /** Bytes between position and limit are encrypted, and are to be sent. */
    private final ByteBuffer encrypted;

    /** The most bytes that one record may have here, encrypted and decrypted. */
    private final int packet;

    private final int record;
    private boolean begun;
    private boolean secured;

    TlsChannel(SocketChannel socket, SSLEngine engine) {
        this.socket = socket;
        this.engine = engine;
        this.packet = engine.getSession().getPacketBufferSize();
        this.record = engine.getSession().getApplicationBufferSize();
        this.received = ByteBuffer.allocateDirect(RECORDS * packet).flip();
        this.decrypted = ByteBuffer.allocateDirect(record).flip();
        this.encrypted = ByteBuffer.allocateDirect(RECORDS * packet).flip();
    }

    /**
     * Continues the handshake, without waiting if the socket does not block. Bytes that it could
     * not send are for {@link #flush}.
     *
     * @return whether it is over
     * @throws IOException if the other side has another certificate, or does not speak TLS
     */
    public boolean handshake() throws IOException {
        try {
            if (!begun) {
                begun = true;
                engine.beginHandshake();
            }
            while (!secured && step()) {
                // step by step
            }
            flush();
            return secured;
        } catch (SSLException e) {
            tellWhy();
            throw notBegun(e);
        }
    }

    private static IOException notBegun(SSLException why) {
        return new IOException(
                "TLS with the gang's certificate could not begin: " + why.getMessage(), why);
    }

    /** Takes a step of the handshake; false if it needs bytes that have not come. */
    private boolean step() throws IOException {
        HandshakeStatus next = engine.getHandshakeStatus();
        switch (next) {
            case NEED_TASK -> runTasks();
            case NEED_WRAP -> encrypt(NOTHING);
            case NEED_UNWRAP, NEED_UNWRAP_AGAIN -> {
                if (unwrap(decrypted.clear()).getStatus() == Status.BUFFER_UNDERFLOW) {
                    decrypted.flip();
                    flush();
                    return receiveAtFirst();
                }
                decrypted.flip();
            }
            default -> secured = true;
        }
        return true;
    }

    private boolean receiveAtFirst() throws IOException {
        int count = receive();
        if (count < 0) {
            throw new EOFException("the connection ended before TLS began");
        }
        return count > 0;
    }

    /** Sends the other side the reason of a failure, if it still listens. */
    private void tellWhy() {
        try {
            encrypt(NOTHING);
            flush();
        } catch (IOException e) {
            // The failure itself says more.
        }
    }

    private void runTasks() {
        for (Runnable task = engine.getDelegatedTask();
                task != null;
                task = engine.getDelegatedTask()) {
            task.run();
        }
    }

    /** Receives more bytes; returns how many, or -1 at the end of the stream. */
    private int receive() throws IOException {
        received.compact();
        try {
            return socket.read(received);
        } finally {
            received.flip();
        }
    }

    /**
     * Reads bytes; the handshake must be over. With room for some records, nothing remains in this
     * channel that could be read without the socket.
     *
     * @throws IOException if the bytes are not those that the other side has sent
     */
    @Override
    public int read(ByteBuffer into) throws IOException {
        if (!into.hasRemaining()) {
            return 0;
        }
        int count = put(decrypted, into);
        try {
            count += decrypt(into);
            while (count == 0) {
                int more = receive();
                if (more <= 0) {
                    return more == 0 ? 0 : end();
                }
                count = decrypt(into);
            }
        } catch (SSLException e) {
            throw damaged(e);
        }
        return count;
    }

    private static IOException damaged(SSLException why) {
        return why instanceof SSLHandshakeException
                ? notBegun(why) // the other side found a fault in this one's last message
                : new IOException("damaged or forged bytes have arrived: " + why.getMessage(), why);
    }

    /**
     * Whether a read would return bytes, or the end. The handshake must be over, and the socket
     * must not block.
     *
     * @throws IOException as {@link #read} does
     */
    public boolean hasArrived() throws IOException {
        try {
            while (!decrypted.hasRemaining()) {
                int before = received.remaining();
                Status status = unwrap(decrypted.clear()).getStatus();
                decrypted.flip();
                if (status == Status.CLOSED) {
                    return true;
                }
                int more = before == received.remaining() ? receive() : 1;
                if (more <= 0) {
                    return more < 0;
                }
            }
            return true;
        } catch (SSLException e) {
            throw damaged(e);
        }
    }

    private int end() throws IOException {
        if (received.hasRemaining()) {
            throw new EOFException("the connection ended within a record of TLS");
        }
        return -1;
    }

    /** Decrypts all whole records for which there is room. */
    private int decrypt(ByteBuffer into) throws IOException {
        int all = 0;
        while (into.hasRemaining() && received.hasRemaining()) {
            boolean fits = into.remaining() >= record;
            int before = into.position();
            SSLEngineResult result = unwrap(fits ? into : decrypted.clear());
            if (fits) {
                all += into.position() - before;
            } else {
                decrypted.flip();
                all += put(decrypted, into);
            }
            if (result.getStatus() != Status.OK || result.bytesConsumed() == 0) {
                break;
            }
        }
        return all;
    }

    private SSLEngineResult unwrap(ByteBuffer into) throws IOException {
        SSLEngineResult result = engine.unwrap(received, into);
        if (result.getStatus() == Status.BUFFER_OVERFLOW) {
            throw new SSLException("a record is too long");
        }
        if (result.getHandshakeStatus() == HandshakeStatus.NEED_TASK) {
            runTasks();
        }
        return result;
    }

    private static int put(ByteBuffer from, ByteBuffer into) {
        int count = Math.min(from.remaining(), into.remaining());
        into.put(into.position(), from, from.position(), count);
        into.position(into.position() + count);
        from.position(from.position() + count);
        return count;
    }

    /**
     * Writes bytes; the handshake must be over. If the socket does not block, takes as many as can
     * be sent without waiting, and some more, which are for {@link #flush}.
     */
    @Override
    public int write(ByteBuffer from) throws IOException {
        int start = from.position();
        boolean room = true;
        while (room && from.hasRemaining()) {
            room = hasRoom() || flush();
            if (room) {
                encrypt(from);
            }
        }
        flush();
        return from.position() - start;
    }

    private boolean hasRoom() {
        return encrypted.capacity() - encrypted.limit() >= packet;
    }

    /** Encrypts a record, or a message of the handshake, for which there must be room. */
    private void encrypt(ByteBuffer from) throws IOException {
        ByteBuffer room = encrypted.duplicate().clear().position(encrypted.limit());
        SSLEngineResult result = engine.wrap(from, room);
        if (result.getStatus() == Status.BUFFER_OVERFLOW) {
            throw new SSLException("a record is too long");
        } else if (result.getStatus() == Status.CLOSED && from.hasRemaining()) {
            throw new EOFException("the other side has ended TLS");
        }
        encrypted.limit(room.position());
    }

    /** Sends encrypted bytes; returns whether none is left. */
    public boolean flush() throws IOException {
        while (encrypted.hasRemaining()) {
            if (socket.write(encrypted) == 0) {
                return false;
            }
        }
        encrypted.clear().flip();
        return true;
    }

    /** Whether all bytes that were written are sent. */
    public boolean isFlushed() {
        return !encrypted.hasRemaining();
    }

    /** The socket below. */
    public SocketChannel socket() {
        return socket;
    }

    @Override
    public boolean isOpen() {
        return socket.isOpen();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
