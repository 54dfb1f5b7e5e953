package io.millrace.exchange.frame;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.CRC32C;

/**
 * The header of a frame on a link. Little-endian, as all that Millrace writes for other machines.
 *
 * @param kind what follows or is asked for
 * @param gang the gang's number
 * @param epoch the epoch; frames of another one are refused
 * @param sender the sending worker
 * @param attempt the attempt of the sender's task
 * @param length bytes of the message, or of the part that follows
 * @param checksum CRC-32C of the message up to the end of the part that follows
 */
public record FrameHeader(
        Kind kind, long gang, long epoch, int sender, int attempt, long length, int checksum) {

    /** The kind of a frame. */
    public enum Kind {
        /** A whole message of at most {@link #AT_ONCE_BYTES} follows. */
        WHOLE,
        /** A longer message, of this length, waits for the receiver's memory. */
        ANNOUNCE,
        /** The receiver has memory for the oldest message that was announced. */
        GRANT,
        /** The next bytes of the oldest message that was granted follow. */
        PART,
        /** The receiver's worker has taken a message: one more may be sent. */
        TAKEN,
        /** The sender is alive. */
        PING,
        /** The sender has sent all of its messages, and leaves when the epoch is over. */
        BYE,
        /** The sender has left before the epoch was over. */
        LEFT
    }

    /** Length of a header in bytes. */
    public static final int BYTES = 48;

    /**
     * Length of the longest message that is sent without asking. Asking takes longer than sending
     * so few bytes, and only {@link #CREDITS} such messages may be on their way.
     */
    public static final int AT_ONCE_BYTES = 64 * 1024;

    /** Maximum number of messages from one worker to another that were not taken. */
    public static final int CREDITS = 4;

    private static final Kind[] KINDS = Kind.values();
    private static final int MAGIC = 0x3146524d; // MRF1

    /** Writes the header with its own checksum. */
    public void writeTo(ByteBuffer out) {
        int start = out.position();
        out.order(ByteOrder.LITTLE_ENDIAN)
                .putInt(MAGIC)
                .putInt(kind.ordinal())
                .putLong(gang)
                .putLong(epoch)
                .putInt(sender)
                .putInt(attempt)
                .putLong(length)
                .putInt(checksum)
                .putInt(headerChecksum(out, start));
    }

    /** Reads a header from a buffer that begins with it. */
    static FrameHeader read(ByteBuffer in) throws IOException {
        in.order(ByteOrder.LITTLE_ENDIAN);
        int magic = in.getInt();
        int kind = in.getInt();
        FrameHeader frame =
                new FrameHeader(
                        KINDS[Math.floorMod(kind, KINDS.length)],
                        in.getLong(),
                        in.getLong(),
                        in.getInt(),
                        in.getInt(),
                        in.getLong(),
                        in.getInt());
        int checksum = headerChecksum(in, 0);
        if (magic != MAGIC || kind != frame.kind.ordinal() || checksum != in.getInt()) {
            throw new IOException("a damaged frame has arrived");
        }
        return frame;
    }

    /** The checksum of the bytes from {@code start} to the buffer's position. */
    private static int headerChecksum(ByteBuffer buffer, int start) {
        CRC32C crc = new CRC32C();
        ByteBuffer bytes = buffer.duplicate();
        bytes.limit(buffer.position()).position(start);
        crc.update(bytes);
        return (int) crc.getValue();
    }
}
