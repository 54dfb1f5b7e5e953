package io.millrace.exchange.frame;

import io.millrace.exchange.message.Message;
import io.millrace.exchange.message.MessageIntake;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Objects;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * The incoming side of a link: cuts the bytes into frames, and puts the parts of messages together.
 * Used by the reactor's handlers, by one thread at a time.
 */
public final class Incoming {

    /** No longer message can arrive: its bytes are on the heap. */
    private static final long MOST_BYTES = Runtime.getRuntime().maxMemory();

    private final long gang;
    private final long epoch;
    private final int peer;
    private final Events events;
    private final ByteBuffer header = ByteBuffer.allocate(FrameHeader.BYTES);
    private final Deque<Expected> announced = new ArrayDeque<>();

    /** The message whose bytes come; null between two frames. */
    private @Nullable Expected current;

    /** Bytes that are left of the current frame. */
    private long part;

    /** The checksum of the current message up to the end of the frame. */
    private int checksum;

    /** The reactions of a link to frames. */
    public interface Events {

        /** Memory for a message that has not been announced. */
        MessageIntake atOnce(int length);

        /** A message is to come that needs memory; {@link #granted} when there is some. */
        void announced(Expected message);

        /** A whole message is here, which the callee owns. */
        void arrived(Message message);

        /** A frame without bytes. */
        void signal(FrameHeader.Kind kind) throws IOException;
    }

    /** A message that comes. */
    public static final class Expected {

        private final long length;
        private final CRC32C checksum = new CRC32C();
        private @Nullable MessageIntake intake;

        private Expected(long length) {
            this.length = length;
        }

        public long length() {
            return length;
        }
    }

    public Incoming(long gang, long epoch, int peer, Events events) {
        this.gang = gang;
        this.epoch = epoch;
        this.peer = peer;
        this.events = events;
    }

    /** Takes ownership of memory for a message that was announced. */
    public void granted(Expected message, MessageIntake intake) {
        message.intake = intake;
    }

    /** Reads all bytes of a buffer. */
    public void read(ByteBuffer in) throws IOException {
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
            FrameHeader frame = FrameHeader.read(header.flip());
            header.clear();
            begin(frame);
        }
    }

    private void begin(FrameHeader frame) throws IOException {
        if (frame.gang() != gang || frame.epoch() != epoch || frame.sender() != peer) {
            throw new IOException("a frame of another epoch or worker has arrived: " + frame);
        }
        switch (frame.kind()) {
            case WHOLE -> {
                if (frame.length() < 0 || frame.length() > FrameHeader.AT_ONCE_BYTES) {
                    throw tooLong(frame);
                }
                Expected message = new Expected(frame.length());
                message.intake = events.atOnce((int) frame.length());
                expect(message, frame);
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
                expect(message, frame);
            }
            default -> events.signal(frame.kind());
        }
    }

    private void announce(FrameHeader frame) throws IOException {
        if (frame.length() <= FrameHeader.AT_ONCE_BYTES
                || announced.size() == FrameHeader.CREDITS) {
            throw new IOException("a message was announced that may not be sent: " + frame);
        }
        if (frame.length() > MOST_BYTES) {
            throw new IOException(
                    "a message of "
                            + frame.length()
                            + " bytes was announced, which is more than the memory of this process"
                            + " ("
                            + MOST_BYTES
                            + " bytes)");
        }
        Expected message = new Expected(frame.length());
        announced.add(message);
        events.announced(message);
    }

    private static IOException tooLong(FrameHeader frame) {
        return new IOException("a frame is longer than its message: " + frame);
    }

    private void expect(Expected message, FrameHeader frame) throws IOException {
        current = message;
        part = frame.length();
        checksum = frame.checksum();
        if (part == 0) {
            end(message);
        }
    }

    private void readPart(Expected message, ByteBuffer in) throws IOException {
        MessageIntake intake = Objects.requireNonNull(message.intake);
        int bytes = (int) Math.min(part, in.remaining());
        int end = in.limit();
        in.limit(in.position() + bytes);
        message.checksum.update(in.duplicate());
        intake.read(in);
        in.limit(end);
        part -= bytes;
        if (part == 0) {
            end(message);
        }
    }

    /** A frame's bytes have come, perhaps the last ones of the message. */
    private void end(Expected message) throws IOException {
        if ((int) message.checksum.getValue() != checksum) {
            throw new IOException("a message was damaged on its way");
        }
        current = null;
        MessageIntake intake = Objects.requireNonNull(message.intake);
        if (intake.missing() == 0) {
            if (message == announced.peek()) {
                announced.remove();
            }
            events.arrived(intake.finish());
        }
    }

    /** Gives back memory for messages that will not come. */
    public void discard() {
        for (Expected each : announced) {
            if (each.intake != null) {
                each.intake.close();
            }
        }
        announced.clear();
        if (current != null && current.intake != null) {
            current.intake.close();
        }
        current = null;
    }
}
