package io.millrace.exchange.tcp;

import io.millrace.exchange.message.Message;
import io.millrace.exchange.message.MessageIntake;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The incoming side of a link: cuts the bytes into frames, and puts the parts of messages together.
 * Used on the reactor's thread.
 */
final class Incoming {

    private final long gang;
    private final long epoch;
    private final int peer;
    private final Events events;
    private final ByteBuffer header = ByteBuffer.allocate(Frame.BYTES);
    private final Deque<Expected> announced = new ArrayDeque<>();

    /** The message whose bytes come; null between two frames. */
    private @Nullable Expected current;

    /** Bytes that are left of the current frame. */
    private long part;

    /** The reactions of a link to frames. */
    interface Events {

        /** A message is to come that needs memory; {@link #granted} when there is some. */
        void announced(Expected message);

        /** A whole message is here, which the callee owns. */
        void arrived(Message message, int checksum);

        /** A frame without bytes. */
        void signal(Frame.Kind kind) throws IOException;
    }

    /** A message that comes. */
    static final class Expected {

        private final long length;
        private final int checksum;
        private @Nullable MessageIntake intake;

        private Expected(long length, int checksum) {
            this.length = length;
            this.checksum = checksum;
        }

        long length() {
            return length;
        }
    }

    Incoming(long gang, long epoch, int peer, Events events) {
        this.gang = gang;
        this.epoch = epoch;
        this.peer = peer;
        this.events = events;
    }

    /** Takes ownership of memory for a message that was announced. */
    void granted(Expected message, MessageIntake intake) {
        message.intake = intake;
    }

    /** Reads all bytes of a buffer. */
    void read(ByteBuffer in) throws IOException {
        while (in.hasRemaining()) {
            Expected message = current;
            if (message == null) {
                readHeader(in);
            } else {
                readPart(message, in);
            }
        }
    }

    private void readHeader(ByteBuffer in) throws IOException {
        int bytes = Math.min(header.remaining(), in.remaining());
        header.put(header.position(), in, in.position(), bytes);
        header.position(header.position() + bytes);
        in.position(in.position() + bytes);
        if (!header.hasRemaining()) {
            Frame frame = Frame.read(header.flip());
            header.clear();
            begin(frame);
        }
    }

    private void begin(Frame frame) throws IOException {
        if (frame.gang() != gang || frame.epoch() != epoch || frame.sender() != peer) {
            throw new IOException("a frame of another epoch or worker has arrived: " + frame);
        }
        switch (frame.kind()) {
            case SMALL -> {
                if (frame.length() < 0 || !MessageIntake.isSmall(frame.length())) {
                    throw tooLong(frame);
                }
                Expected message = new Expected(frame.length(), frame.checksum());
                message.intake = MessageIntake.small((int) frame.length());
                expect(message, frame.length());
            }
            case ANNOUNCE -> announce(frame);
            case PART -> {
                Expected message = announced.peek();
                MessageIntake intake = message == null ? null : message.intake;
                if (message == null || intake == null || frame.length() <= 0) {
                    throw new IOException("bytes that were not asked for have arrived: " + frame);
                }
                if (frame.length() > intake.missing()) {
                    throw tooLong(frame);
                }
                expect(message, frame.length());
            }
            default -> events.signal(frame.kind());
        }
    }

    private void announce(Frame frame) throws IOException {
        if (MessageIntake.isSmall(frame.length()) || announced.size() == Mail.CREDITS) {
            throw new IOException("a message was announced that may not be sent: " + frame);
        }
        Expected message = new Expected(frame.length(), frame.checksum());
        announced.add(message);
        events.announced(message);
    }

    private static IOException tooLong(Frame frame) {
        return new IOException("a frame is longer than its message: " + frame);
    }

    private void expect(Expected message, long bytes) {
        current = message;
        part = bytes;
        if (bytes == 0) {
            deliver(message);
        }
    }

    private void readPart(Expected message, ByteBuffer in) {
        MessageIntake intake = Objects.requireNonNull(message.intake);
        int bytes = (int) Math.min(part, in.remaining());
        int end = in.limit();
        in.limit(in.position() + bytes);
        intake.read(in);
        in.limit(end);
        part -= bytes;
        if (intake.missing() == 0) {
            deliver(message);
        } else if (part == 0) {
            current = null;
        }
    }

    private void deliver(Expected message) {
        current = null;
        if (message == announced.peek()) {
            announced.remove();
        }
        events.arrived(Objects.requireNonNull(message.intake).finish(), message.checksum);
    }

    /** Gives back memory for messages that will not come. */
    void discard() {
        for (Expected each : announced) {
            if (each.intake != null) {
                each.intake.close();
            }
        }
        announced.clear();
        current = null;
    }
}
