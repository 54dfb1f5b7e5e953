package io.millrace.exchange.tcp;

import io.millrace.exchange.message.Message;
import io.millrace.exchange.message.MessageIntake;
import io.millrace.exchange.message.MessageOutlet;
import io.millrace.exchange.tcp.Frame.Kind;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * The outgoing side of a link: frames and messages, in the order of sending. A message that needs
 * slabs is announced and waits until the receiver has memory for it; frames without bytes go
 * between the parts of a message. Used on the reactor's thread.
 */
final class Outgoing {

    /** The largest part of a message: other frames wait that long. */
    private static final int PART_BYTES = 256 * 1024;

    private static final int BUFFER_BYTES = 64 * 1024;

    private final FrameMaker frames;
    private final Deque<Frame> urgent = new ArrayDeque<>();
    private final Deque<Sending> messages = new ArrayDeque<>();

    /** Bytes between position and limit are to be sent. */
    private final ByteBuffer buffer = ByteBuffer.allocateDirect(BUFFER_BYTES).flip();

    /** Messages that were announced and granted, and are not sent. */
    private int granted;

    /** Bytes that are left of the current part. */
    private int part;

    private @Nullable Kind goodbye;
    private boolean saidGoodbye;

    private record Sending(Message message, int checksum, MessageOutlet bytes) {
        boolean small() {
            return MessageIntake.isSmall(message.length());
        }
    }

    Outgoing(FrameMaker frames) {
        this.frames = frames;
    }

    /** Takes ownership of a message. */
    void add(Message message, int checksum) {
        Sending sending = new Sending(message, checksum, message.outlet());
        messages.add(sending);
        if (!sending.small()) {
            urgent.add(frames.frame(Kind.ANNOUNCE, message.length(), checksum));
        }
    }

    /** Adds a frame without bytes. */
    void add(Kind kind) {
        urgent.add(frames.frame(kind, 0, 0));
    }

    /** The receiver has memory for one more message; false if none waits for that. */
    boolean granted() {
        granted++;
        return granted <= messages.stream().filter(each -> !each.small()).count();
    }

    /** Says goodbye once all messages are sent; nothing may be added afterwards. */
    void goodbye(Kind kind) {
        if (goodbye == null) {
            goodbye = kind;
        }
    }

    /** Whether everything is in the system's hands, the goodbye included. */
    boolean isOver() {
        return saidGoodbye && !buffer.hasRemaining();
    }

    /** The next bytes to send; without remaining bytes if there is nothing that may be sent. */
    ByteBuffer next() {
        if (!buffer.hasRemaining()) {
            buffer.clear();
            fill();
            buffer.flip();
        }
        return buffer;
    }

    private void fill() {
        while (true) {
            Sending head = messages.peek();
            if (head != null && part > 0) {
                if (!buffer.hasRemaining()) {
                    return;
                }
                copyPart(head);
            } else if (buffer.remaining() < Frame.BYTES) {
                return;
            } else if (!urgent.isEmpty()) {
                urgent.remove().writeTo(buffer);
            } else if (head != null && (head.small() || granted > 0)) {
                begin(head);
            } else {
                if (head == null && goodbye != null && !saidGoodbye) {
                    saidGoodbye = true;
                    frames.frame(goodbye, 0, 0).writeTo(buffer);
                }
                return;
            }
        }
    }

    /** Writes the header of a message or of its next part. */
    private void begin(Sending head) {
        long left = head.bytes.left();
        if (head.small()) {
            part = (int) left;
            frames.frame(Kind.SMALL, left, head.checksum).writeTo(buffer);
        } else {
            part = (int) Math.min(PART_BYTES, left);
            frames.frame(Kind.PART, part, head.checksum).writeTo(buffer);
        }
        if (part == 0) {
            sent(head);
        }
    }

    private void copyPart(Sending head) {
        ByteBuffer bytes = head.bytes.next(Math.min(part, buffer.remaining()));
        part -= bytes.remaining();
        buffer.put(bytes);
        if (head.bytes.left() == 0) {
            sent(head);
        }
    }

    private void sent(Sending head) {
        messages.remove();
        if (!head.small()) {
            granted--;
        }
        head.message.close();
    }

    /** Gives back messages that will not be sent. */
    void discard() {
        messages.forEach(each -> each.message.close());
        messages.clear();
        urgent.clear();
        part = 0;
    }
}
