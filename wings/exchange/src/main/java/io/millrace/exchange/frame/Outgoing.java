package io.millrace.exchange.frame;

import io.millrace.exchange.frame.FrameHeader.Kind;
import io.millrace.exchange.message.Message;
import io.millrace.exchange.message.MessageOutlet;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * The outgoing side of a link: frames and messages, in the order of sending. A long message is
 * announced and waits until the receiver has memory for it; frames without bytes go between the
 * parts of a message. Used by the reactor's handlers, by one thread at a time.
 */
public final class Outgoing {

    /** The largest part of a message: other frames wait that long. */
    private static final int PART_BYTES = 256 * 1024;

    private final FrameMaker frames;
    private final Deque<FrameHeader> urgent = new ArrayDeque<>();
    private final Deque<Sending> messages = new ArrayDeque<>();

    /** The header of the current frame: the bytes that are not out yet. */
    private final ByteBuffer header = ByteBuffer.allocate(FrameHeader.BYTES).flip();

    /** Messages that were announced and granted, and are not sent. */
    private int granted;

    /** Bytes of the current part, which follow the header, that are not out yet. */
    private final Deque<ByteBuffer> part = new ArrayDeque<>();

    private @Nullable Kind goodbye;
    private boolean saidGoodbye;

    private record Sending(Message message, MessageOutlet bytes, CRC32C checksum) {
        boolean atOnce() {
            return message.length() <= FrameHeader.AT_ONCE_BYTES;
        }
    }

    public Outgoing(FrameMaker frames) {
        this.frames = frames;
    }

    /** Takes ownership of a message. */
    public void add(Message message) {
        Sending sending = new Sending(message, message.outlet(), new CRC32C());
        messages.add(sending);
        if (!sending.atOnce()) {
            urgent.add(frames.frame(Kind.ANNOUNCE, message.length(), 0));
        }
    }

    /** Adds a frame without bytes. */
    public void add(Kind kind) {
        urgent.add(frames.frame(kind, 0, 0));
    }

    /** Adds a sign of life, unless frames wait already: they are signs, too, once they leave. */
    public void ping() {
        if (urgent.isEmpty()) {
            add(Kind.PING);
        }
    }

    /** The receiver has memory for one more message; false if none waits for that. */
    public boolean granted() {
        granted++;
        return granted <= messages.stream().filter(each -> !each.atOnce()).count();
    }

    /** Says goodbye once all messages are sent; nothing may be added afterwards. */
    public void goodbye(Kind kind) {
        if (goodbye == null) {
            goodbye = kind;
        }
    }

    /** Whether everything is out, the goodbye included. */
    public boolean isOver() {
        return saidGoodbye && !header.hasRemaining();
    }

    /** Puts the next bytes into a buffer: as many as fit, or all that may be sent now. */
    public void fill(ByteBuffer target) {
        boolean more = true;
        while (more && target.hasRemaining()) {
            if (header.hasRemaining()) {
                put(header, target);
            } else if (part.isEmpty()) {
                more = begin();
            } else {
                putPart(target);
            }
        }
    }

    /** Begins the next frame; false if there is none. */
    private boolean begin() {
        Sending head = messages.peek();
        if (!urgent.isEmpty()) {
            begin(urgent.remove());
        } else if (head != null && (head.atOnce() || granted > 0)) {
            begin(head);
        } else if (head == null && goodbye != null && !saidGoodbye) {
            saidGoodbye = true;
            begin(frames.frame(goodbye, 0, 0));
        } else {
            return false;
        }
        return true;
    }

    private void begin(FrameHeader frame) {
        frame.writeTo(header.clear());
        header.flip();
    }

    /**
     * Begins a message or its next part. The checksum brings the part into the processor's cache,
     * where it is copied from.
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
        begin(frames.frame(kind, length, (int) head.checksum.getValue()));
        if (length == 0) {
            sent(head);
        }
    }

    private void putPart(ByteBuffer target) {
        ByteBuffer bytes = part.element();
        put(bytes, target);
        if (!bytes.hasRemaining()) {
            part.remove();
        }
        Sending head = messages.element();
        if (part.isEmpty() && head.bytes.left() == 0) {
            sent(head);
        }
    }

    private static void put(ByteBuffer from, ByteBuffer target) {
        int count = Math.min(from.remaining(), target.remaining());
        target.put(from.slice(from.position(), count));
        from.position(from.position() + count);
    }

    private void sent(Sending head) {
        messages.remove();
        if (!head.atOnce()) {
            granted--;
        }
        head.message.close();
    }

    /** Gives back messages that will not be sent. */
    public void discard() {
        messages.forEach(each -> each.message.close());
        messages.clear();
        urgent.clear();
        part.clear();
    }
}
