package io.millrace.records.paged;

import java.nio.ByteBuffer;
import java.util.zip.CRC32C;
import org.apache.hadoop.fs.Path;

/**
 * The last bytes of a paged file. Numbers are big-endian.
 *
 * <pre>
 *  0-7   offset of the footer
 *  8-11  length of the footer
 * 12-15  CRC-32C of the footer
 * 16-19  version, 1
 * 20-23  magic "MLPF"
 * </pre>
 */
record FileTail(long footerAt, int footerLength, int checksum) {

    static final int BYTES = 24;

    private static final int VERSION = 1;
    private static final int MAGIC = 0x4d4c5046;

    static byte[] of(long footerAt, byte[] footer) {
        byte[] tail = new byte[BYTES];
        ByteBuffer.wrap(tail)
                .putLong(footerAt)
                .putInt(footer.length)
                .putInt(checksum(footer))
                .putInt(VERSION)
                .putInt(MAGIC);
        return tail;
    }

    /** Reads the tail of a file of {@code length} bytes. */
    static FileTail read(Path file, long length, byte[] bytes) throws BadPagedFileException {
        ByteBuffer tail = ByteBuffer.wrap(bytes);
        FileTail read = new FileTail(tail.getLong(), tail.getInt(), tail.getInt());
        int version = tail.getInt();
        if (tail.getInt() != MAGIC) {
            throw notPaged(file, length);
        }
        if (version != VERSION) {
            throw new BadPagedFileException(
                    file,
                    length - Long.BYTES,
                    "The file has version %d; this Millrace reads version %d. Use the Millrace that wrote the file, or a newer one."
                            .formatted(version, VERSION));
        }
        if (read.footerAt < 0
                || read.footerLength < 0
                || read.footerAt + read.footerLength != length - BYTES) {
            throw new BadPagedFileException(
                    file,
                    length - BYTES,
                    "The footer does not end where the file's tail starts. "
                            + BadPagedFileException.DAMAGED);
        }
        return read;
    }

    static BadPagedFileException notPaged(Path file, long length) {
        return new BadPagedFileException(
                file,
                length,
                "The file does not end with MLPF. It is not a paged file, or it is truncated. Remove it from the input, or write it again.");
    }

    boolean fits(byte[] footer) {
        return checksum(footer) == checksum;
    }

    private static int checksum(byte[] footer) {
        CRC32C crc = new CRC32C();
        crc.update(footer, 0, footer.length);
        return (int) crc.getValue();
    }
}
