package io.millrace.exchange.shuffle;

import io.millrace.exchange.message.Message;
import io.millrace.exchange.shuffle.Note.Kind;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/** A part or a bundle that comes in. Used by one thread, which closes it. */
final class PartInput extends InputStream {

    private final Messages messages;
    private final Note first;
    private @Nullable Message message;
    private DataInputStream bytes;
    private boolean last;
    private boolean withdrawn;

    /** Gives the messages of the part that has begun. */
    @FunctionalInterface
    interface Messages {

        /** Waits for the next message with bytes of a part, or with its end. */
        Opened next() throws IOException;
    }

    /**
     * A message of which the note is read.
     *
     * @param message owned by the receiver
     */
    record Opened(Note note, Message message, DataInputStream bytes) {}

    PartInput(Opened first, Messages messages) {
        this.messages = messages;
        this.first = first.note();
        this.message = first.message();
        this.bytes = first.bytes();
        enter(first.note());
    }

    /** The note of its first message, which names the block. */
    Note note() {
        return first;
    }

    private void enter(Note note) {
        last = note.kind() == Kind.LAST;
        withdrawn = note.kind() == Kind.WITHDRAWN;
    }

    /** Moves to the next byte; false at the end of the part. */
    private boolean more() throws IOException {
        while (bytes.available() == 0) {
            if (last) {
                return false;
            }
            if (withdrawn) {
                throw new EOFException("the sender has withdrawn the part");
            }
            if (message != null) {
                message.close();
                message = null;
            }
            Opened next = messages.next();
            message = next.message();
            bytes = next.bytes();
            enter(next.note());
        }
        return true;
    }

    @Override
    public int read() throws IOException {
        return more() ? bytes.read() : -1;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
        if (length == 0) {
            return 0;
        }
        return more() ? bytes.read(target, offset, length) : -1;
    }

    /** Whether the sender has withdrawn it. */
    boolean isWithdrawn() {
        return withdrawn;
    }

    /** Reads what is left of the part. */
    void skipRest() throws IOException {
        while (!withdrawn && more()) {
            bytes.skipBytes(bytes.available());
        }
    }

    @Override
    public void close() {
        if (message != null) {
            message.close();
            message = null;
        }
    }
}
