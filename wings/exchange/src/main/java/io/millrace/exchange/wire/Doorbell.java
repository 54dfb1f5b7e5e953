package io.millrace.exchange.wire;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.SocketChannel;

/**
 * The socket of a link whose bytes take another way that no selector sees. Each of the two workers
 * counts the bytes of each direction, and tells the other about them. The signals are few: each is
 * sent only after an answer to the one before, or when more bytes are to be confirmed.
 *
 * <ul>
 *   <li>A worker that is about to sleep says how many bytes it has received. The other wakes it if
 *       it has sent more, or as soon as it does. Which of the signal and the bytes is faster does
 *       not matter, so a worker never sleeps while bytes are on their way.
 *   <li>A worker whose last bytes are out asks for a confirmation, and closes the connection only
 *       when it has come.
 * </ul>
 *
 * Used by the reactor's handlers, by one thread at a time.
 */
final class Doorbell {

    private static final int SIGNAL_BYTES = 1 + Long.BYTES;
    private static final int SIGNALS = 16;
    private static final Kind[] KINDS = Kind.values();

    private final SocketChannel socket;
    private final ByteBuffer out = ByteBuffer.allocateDirect(SIGNAL_BYTES);
    private final ByteBuffer in = ByteBuffer.allocateDirect(SIGNALS * SIGNAL_BYTES);
    private long sent;
    private long received;

    /** How many bytes the other had when it said that it would sleep; -1 if it was woken since. */
    private long otherSleepsAt = -1;

    /** Whether this worker has said that it would sleep, and was not woken since. */
    private boolean saidSleep;

    /** How many bytes were to be confirmed at the last question, and were confirmed. */
    private long asked = -1;

    private long confirmed = -1;

    /** How many bytes the other wants to have confirmed, and this worker has confirmed. */
    private long otherAsked = -1;

    private long otherConfirmed = -1;
    private boolean ended;

    /** A signal, with a number of bytes. */
    private enum Kind {
        /** The sender has received so many bytes and may sleep. */
        SLEEP,
        /** More bytes were sent. */
        WAKE,
        /** So many bytes were sent; the other confirms them when it has all of them. */
        ASK,
        /** The sender has received so many bytes, as was asked. */
        CONFIRM
    }

    Doorbell(SocketChannel socket) {
        this.socket = socket;
        in.order(ByteOrder.LITTLE_ENDIAN);
        out.order(ByteOrder.LITTLE_ENDIAN);
    }

    /** More bytes were sent. */
    void sent(long count) {
        sent += count;
        read();
    }

    /** More bytes were received. */
    void received(long count) {
        received += count;
        confirm();
    }

    private void confirm() {
        if (otherAsked > otherConfirmed && received >= otherAsked) {
            otherConfirmed = otherAsked;
            ring(Kind.CONFIRM, otherConfirmed);
        }
    }

    /** Asks the other to confirm everything that was sent. */
    void ask() {
        if (sent > asked) {
            asked = sent;
            ring(Kind.ASK, sent);
        }
    }

    /** Whether the other has everything that was sent. */
    boolean isConfirmed() {
        return confirmed == sent;
    }

    /** Whether the other has sent its last bytes, and they are here. */
    boolean hasAll() {
        return otherAsked >= 0 && received >= otherAsked;
    }

    /** Whether the other has closed the connection. */
    boolean hasEnded() {
        return ended;
    }

    /** This worker is about to sleep; bytes that come will wake it. */
    void sleep() {
        if (!saidSleep) {
            saidSleep = true;
            ring(Kind.SLEEP, received);
        }
    }

    /** Reads the signals that have come. */
    void read() {
        int count = SIGNAL_BYTES;
        while (count > 0 && !ended) {
            count = take();
            ended = count < 0;
            in.flip();
            while (in.remaining() >= SIGNAL_BYTES) {
                heard(KINDS[Math.floorMod(in.get(), KINDS.length)], in.getLong());
            }
            in.compact();
        }
        wake();
    }

    private int take() {
        try {
            return socket.read(in);
        } catch (IOException e) {
            return -1; // the other left without reading all signals
        }
    }

    private void heard(Kind signal, long count) {
        switch (signal) {
            case SLEEP -> otherSleepsAt = count;
            case WAKE -> saidSleep = false;
            case ASK -> {
                otherAsked = count;
                confirm();
            }
            case CONFIRM -> confirmed = count;
        }
    }

    private void wake() {
        if (otherSleepsAt >= 0 && sent > otherSleepsAt) {
            otherSleepsAt = -1;
            ring(Kind.WAKE, sent);
        }
    }

    private void ring(Kind signal, long count) {
        if (!ended) {
            out.clear().put((byte) signal.ordinal()).putLong(count).flip();
            ended = !written(); // a worker that reads so few signals has ended
        }
    }

    private boolean written() {
        try {
            return socket.write(out) == SIGNAL_BYTES;
        } catch (IOException e) {
            return false;
        }
    }
}
