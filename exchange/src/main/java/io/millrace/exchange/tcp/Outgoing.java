package io.millrace.exchange.tcp;

import io.millrace.exchange.message.Message;
import io.millrace.exchange.message.MessageOutlet;
import io.millrace.exchange.tcp.Frame.Kind;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * The outgoing side of a link: frames and messages, in the order of sending. A long message is
 * announced and waits until the receiver has memory for it; frames without bytes go between the
 * parts of a message. Used by the reactor's handlers.
 */
final class Outgoing {

    /** The largest part of a message: other frames wait that long. */
    private static final int PART_BYTES = 256 * 1024;

    /** Room for a message that is sent at once, and for the headers before it. */
    private static final int BUFFER_BYTES = Frame.AT_ONCE_BYTES + 8 * Frame.BYTES;

    private final FrameMaker frames;
    private final Deque<Frame> urgent = new ArrayDeque<>();
    private final Deque<Sending> messages = new ArrayDeque<>();

    /** Bytes between position and limit are to be sent. */
    private final ByteBuffer buffer = ByteBuffer.allocateDirect(BUFFER_BYTES).flip();

    /** Messages that were announced and granted, and are not sent. */
    private int granted;

    /** Bytes of the current part that are not in the buffer yet. */
    private final Deque<ByteBuffer> part = new ArrayDeque<>();

    private @Nullable Kind goodbye;
    private boolean saidGoodbye;

    private record Sending(Message message, MessageOutlet bytes, CRC32C checksum) {
        boolean atOnce() {
            return message.length() <= Frame.AT_ONCE_BYTES;
        }
    }

    Outgoing(FrameMaker frames) {
        this.frames = frames;
    }

    /** Takes ownership of a message. */
    void add(Message message) {
        Sending sending = new Sending(message, message.outlet(), new CRC32C());
        messages.add(sending);
        if (!sending.atOnce()) {
            urgent.add(frames.frame(Kind.ANNOUNCE, message.length(), 0));
        }
    }

    /** Adds a frame without bytes. */
    void add(Kind kind) {
        urgent.add(frames.frame(kind, 0, 0));
    }

    /** The receiver has memory for one more message; false if none waits for that. */
    boolean granted() {
        granted++;
        return granted <= messages.stream().filter(each -> !each.atOnce()).count();
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
            if (head != null && !part.isEmpty()) {
                if (!buffer.hasRemaining()) {
                    return;
                }
                copyPart(head);
            } else if (buffer.remaining() < Frame.BYTES) {
                return;
            } else if (!urgent.isEmpty()) {
                urgent.remove().writeTo(buffer);
            } else if (head != null && (head.atOnce() || granted > 0)) {
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

    /**
     * Writes the header of a message or of its next part. The checksum brings the part into the
     * processor's cache, where it is copied from.
     */
    private void begin(Sending head) {
        int length = (int) Math.min(PART_BYTES, head.bytes.left());
        for (int left = length; left > 0; ) {
            ByteBuffer bytes = head.bytes.next(left);
            left -= bytes.remaining();
            head.checksum.update(bytes.duplicate());
            part.add(bytes);
        }
        Kind kind = head.atOnce() ? Kind.WHOLE : Kind.PART;
        frames.frame(kind, length, (int) head.checksum.getValue()).writeTo(buffer);
        if (length == 0) {
            sent(head);
        }
    }

    private void copyPart(Sending head) {
        ByteBuffer bytes = part.element();
        int count = Math.min(bytes.remaining(), buffer.remaining());
        buffer.put(bytes.slice(bytes.position(), count));
        bytes.position(bytes.position() + count);
        if (!bytes.hasRemaining()) {
            part.remove();
        }
        if (part.isEmpty() && head.bytes.left() == 0) {
            sent(head);
        }
    }

    private void sent(Sending head) {
        messages.remove();
        if (!head.atOnce()) {
            granted--;
        }
        head.message.close();
    }

    /** Gives back messages that will not be sent. */
    void discard() {
        messages.forEach(each -> each.message.close());
        messages.clear();
        urgent.clear();
        part.clear();
    }
}
