package io.millrace.records.paged;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.zip.CRC32C;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/**
 * The bytes of a page. Numbers are big-endian.
 *
 * <pre>
 *  0-3   magic "MLPG"
 *  4     version, 1
 *  5     codec: 0 none, 1 deflate, 2 LZ4 block, 3 zstd
 *  6-7   0
 *  8-11  number of records
 * 12-15  length of the content
 * 16-19  length of the body
 * 20-23  CRC-32C of bytes 0 to 19 and of the body
 * 24-    body: the content, compressed by the codec
 * </pre>
 *
 * <p>The content has, for each record, the length of its line in groups of seven bits, the lowest
 * first, with the highest bit set in all except the last, and the line without its end.
 */
final class PageFrame {

    static final int HEADER_BYTES = 24;

    private static final int MAGIC = 0x4d4c5047;
    private static final byte VERSION = 1;
    private static final int LENGTH_AT = 12;
    private static final int CRC_AT = 20;

    private PageFrame() {}

    /** The page with a content. */
    static byte[] of(PageCodec codec, int records, byte[] content, int length, Configuration conf)
            throws IOException {
        ByteArrayOutputStream page = new ByteArrayOutputStream(length / 2 + HEADER_BYTES);
        page.write(new byte[HEADER_BYTES], 0, HEADER_BYTES);
        codec.coder().compress(content, length, page, conf);
        byte[] bytes = page.toByteArray();
        ByteBuffer.wrap(bytes)
                .putInt(MAGIC)
                .put(VERSION)
                .put((byte) codec.ordinal())
                .putShort((short) 0)
                .putInt(records)
                .putInt(length)
                .putInt(bytes.length - HEADER_BYTES)
                .putInt(checksum(bytes, 0, bytes.length));
        return bytes;
    }

    /**
     * Reads a page.
     *
     * @param at where the page starts in {@code bytes}
     * @param reused the content is in this array, if it is large enough
     * @return the array with the content
     */
    static byte[] content(
            Path file, PageEntry page, byte[] bytes, int at, byte[] reused, Configuration conf)
            throws IOException {
        ByteBuffer header = ByteBuffer.wrap(bytes, at, HEADER_BYTES);
        int magic = header.getInt();
        int version = header.get();
        int codec = header.get();
        header.getShort();
        int records = header.getInt();
        int length = header.getInt();
        int stored = header.getInt();
        if (magic != MAGIC) {
            throw failure(file, page, "does not start with MLPG");
        }
        if (header.getInt() != checksum(bytes, at, page.length())) {
            throw failure(file, page, "has another checksum than its header says");
        }
        if (version != VERSION || codec < 0 || codec >= PageCodec.values().length) {
            throw new BadPagedFileException(
                    file,
                    page.offset(),
                    "The page has version %d and codec %d; this Millrace reads version %d and codecs 0 to %d. Use the Millrace that wrote the file, or a newer one."
                            .formatted(version, codec, VERSION, PageCodec.values().length - 1));
        }
        if (records != page.records() || length < 0 || stored != page.length() - HEADER_BYTES) {
            throw failure(file, page, "does not have the records and length of the footer");
        }
        PageCodec form = PageCodec.values()[codec];
        // Before memory is reserved for it.
        if (length <= form.mostBytes(stored)) {
            byte[] content = reused.length < length ? new byte[length] : reused;
            if (form.coder().decompress(bytes, at + HEADER_BYTES, stored, content, length, conf)) {
                return content;
            }
        }
        throw failure(
                file, page, "cannot be decompressed into a content of the length in its header");
    }

    /** The length of the content of a page that starts at {@code at}. */
    static int contentLength(byte[] bytes, int at) {
        return ByteBuffer.wrap(bytes).getInt(at + LENGTH_AT);
    }

    private static int checksum(byte[] page, int at, int length) {
        CRC32C crc = new CRC32C();
        crc.update(page, at, CRC_AT);
        crc.update(page, at + HEADER_BYTES, length - HEADER_BYTES);
        return (int) crc.getValue();
    }

    static BadPagedFileException failure(Path file, PageEntry page, String reason) {
        return new BadPagedFileException(
                file,
                page.offset(),
                "The page %s. %s".formatted(reason, BadPagedFileException.DAMAGED));
    }
}
