package io.millrace.engine.spill;

import java.nio.ByteBuffer;
import java.util.zip.CRC32C;
import net.jpountz.lz4.LZ4Compressor;
import net.jpountz.lz4.LZ4Factory;
import net.jpountz.lz4.LZ4SafeDecompressor;
import org.jspecify.annotations.Nullable;

/**
 * The frame around a block of bytes that leaves memory. The frame itself is big-endian; the lengths
 * before each record of its content are little-endian on every machine. In version 1 they had the
 * byte order of the writing machine.
 *
 * <pre>
 *  0-3   magic "MLRC"
 *  4     version, 2
 *  5     kind of content, 1 for a run
 *  6     encoding: 0 as it is, 1 LZ4 block
 *  7     1 if the body is encrypted, else 0
 *  8-11  length of the content
 * 12-15  length of the body
 * 16-19  CRC-32C of bytes 4 to 15 and of the body
 * 20-    body
 * </pre>
 *
 * One array serves both sides: content in its front part, frame in its back part. An instance codes
 * the frames of one file, and is used by one thread.
 */
final class BlockFrame {

    static final int HEADER_BYTES = 20;

    /** In the place of a frame: no more frames follow. */
    static final int NONE = 0;

    private static final int MAGIC = 0x4d4c5243;
    private static final byte VERSION = 2;
    private static final byte VERSION_OF_MACHINE_ORDER = 1;
    private static final byte KIND_RUN = 1;
    private static final byte ENCODING_PLAIN = 0;
    private static final byte ENCODING_LZ4 = 1;
    private static final int CRC_AT = 16;

    /** A frame that saves less than one part in this many is not worth compressing. */
    private static final int MIN_SAVING = 8;

    /** Number of uncompressed frames after one that hardly compressed, before the next try. */
    private static final int UNTRIED = 15;

    private static final LZ4Compressor COMPRESSOR = LZ4Factory.safeInstance().fastCompressor();
    private static final LZ4SafeDecompressor DECOMPRESSOR =
            LZ4Factory.safeInstance().safeDecompressor();

    private final boolean compresses;
    private final @Nullable FrameCipher cipher;
    private int untried;

    /**
     * A coder of frames.
     *
     * @param file the file's number, unique in the job
     */
    BlockFrame(SpillCoding coding, int file) {
        this.compresses = coding.compressed();
        this.cipher = coding.newCipher(file);
    }

    /**
     * The largest content for a buffer of {@code bufferBytes} that also holds its worst-case frame.
     */
    static int contentBytes(int bufferBytes) {
        // LZ4 makes n incompressible bytes n + n / 255 + 16.
        return (int) ((bufferBytes - HEADER_BYTES - 17) * 255L / 511);
    }

    /**
     * Makes the frame of {@code buffer[0, length)} at {@code buffer[frameAt, ...)}.
     *
     * @param position of the frame in the file
     * @return length of the frame
     */
    int encode(byte[] buffer, int length, int frameAt, long position) {
        int bodyAt = frameAt + HEADER_BYTES;
        int body = compress(buffer, length, bodyAt);
        byte encoding = ENCODING_LZ4;
        if (body >= length) {
            System.arraycopy(buffer, 0, buffer, bodyAt, length);
            body = length;
            encoding = ENCODING_PLAIN;
        }
        if (cipher != null) {
            cipher.apply(buffer, bodyAt, body, position);
        }
        ByteBuffer header = ByteBuffer.wrap(buffer, frameAt, HEADER_BYTES);
        header.putInt(MAGIC)
                .put(VERSION)
                .put(KIND_RUN)
                .put(encoding)
                .put((byte) (cipher == null ? 0 : 1))
                .putInt(length)
                .putInt(body);
        header.putInt(checksum(buffer, frameAt, body));
        return HEADER_BYTES + body;
    }

    /** Length of the compressed body, or {@code length} if compression does not pay. */
    private int compress(byte[] buffer, int length, int bodyAt) {
        if (!compresses || untried > 0) {
            untried = Math.max(0, untried - 1);
            return length;
        }
        int body = COMPRESSOR.compress(buffer, 0, length, buffer, bodyAt, buffer.length - bodyAt);
        if (body > length - length / MIN_SAVING) {
            untried = UNTRIED;
            return length;
        }
        return body;
    }

    /**
     * Checks the header at {@code buffer[frameAt, ...)}.
     *
     * @return length of the body that follows it
     * @throws BadFrameException if it is not a frame that this class wrote into such a buffer
     */
    static int bodyLength(byte[] buffer, int frameAt) throws BadFrameException {
        ByteBuffer header = ByteBuffer.wrap(buffer, frameAt, HEADER_BYTES);
        int magic = header.getInt();
        if (magic != MAGIC) {
            throw new BadFrameException(
                    "a block must begin with MLRC, found 0x" + Integer.toHexString(magic));
        }
        byte version = header.get();
        byte kind = header.get();
        if (version == VERSION_OF_MACHINE_ORDER) {
            throw new BadFrameException(
                    "expected version 2, with lengths in little-endian byte order, found version 1,"
                            + " with lengths in the byte order of the machine that wrote it");
        }
        if (version != VERSION || kind != KIND_RUN) {
            throw new BadFrameException(
                    "expected version 2 and kind 1, found " + version + " and " + kind);
        }
        int content = header.getInt(frameAt + 8);
        int body = header.getInt(frameAt + 12);
        if (content < 0
                || content > frameAt
                || body < 0
                || body > buffer.length - frameAt - HEADER_BYTES) {
            throw new BadFrameException(
                    "block lengths "
                            + content
                            + " and "
                            + body
                            + " are out of range for buffers of "
                            + buffer.length
                            + " bytes");
        }
        return body;
    }

    /**
     * Decodes the frame at {@code buffer[frameAt, ...)}, whose header was checked, to the front.
     *
     * @param position of the frame in the file
     * @return length of the content, at {@code buffer[0, ...)}
     */
    int decode(byte[] buffer, int frameAt, int body, long position) throws BadFrameException {
        check(buffer, frameAt, body);
        int content = ByteBuffer.wrap(buffer).getInt(frameAt + 8);
        int bodyAt = frameAt + HEADER_BYTES;
        if (cipher != null) {
            cipher.apply(buffer, bodyAt, body, position);
        }
        if (buffer[frameAt + 6] == ENCODING_PLAIN) {
            System.arraycopy(buffer, bodyAt, buffer, 0, content);
        } else {
            int decoded = DECOMPRESSOR.decompress(buffer, bodyAt, body, buffer, 0, content);
            if (decoded != content) {
                throw new BadFrameException(
                        "block must decode to " + content + " bytes, got " + decoded);
            }
        }
        return content;
    }

    /** Checks the frame at {@code buffer[frameAt, ...)}, whose header was checked, as a whole. */
    static void check(byte[] buffer, int frameAt, int body) throws BadFrameException {
        int expected = ByteBuffer.wrap(buffer).getInt(frameAt + CRC_AT);
        int actual = checksum(buffer, frameAt, body);
        if (expected != actual) {
            throw new BadFrameException(
                    "checksum must be 0x"
                            + Integer.toHexString(expected)
                            + ", is 0x"
                            + Integer.toHexString(actual));
        }
    }

    private static int checksum(byte[] buffer, int frameAt, int body) {
        CRC32C crc = new CRC32C();
        crc.update(buffer, frameAt + 4, CRC_AT - 4);
        crc.update(buffer, frameAt + HEADER_BYTES, body);
        return (int) crc.getValue();
    }

    /** A damaged frame; the caller adds the file's name. */
    static final class BadFrameException extends Exception {

        private static final long serialVersionUID = 1;

        BadFrameException(String message) {
            super(message);
        }
    }
}
