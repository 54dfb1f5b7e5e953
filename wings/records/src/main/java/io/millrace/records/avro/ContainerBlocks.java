package io.millrace.records.avro;

import io.millrace.engine.task.Cancellation;
import io.millrace.records.binary.BadBinaryFileException;
import io.millrace.records.binary.MalformedException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.apache.avro.file.DataFileConstants;

/**
 * The blocks of a split: those whose sync marker before them starts in the split, as in Avro's own
 * input formats. Each is two numbers, of records and of bytes, the bytes, and the sync marker. Used
 * by one thread at a time.
 */
final class ContainerBlocks {

    private static final int MARKER_BYTES = DataFileConstants.SYNC_SIZE;
    private static final int SEARCH_BYTES = 64 << 10;

    /** Before memory is reserved for so many bytes, the marker after them is checked. */
    private static final int LARGE_BYTES = 16 << 20;

    private final ContainerBytes file;
    private final ContainerHeader header;
    private final long end;
    private final byte[] marker = new byte[MARKER_BYTES];
    private byte[] stored = {};
    private ByteBuffer content = ByteBuffer.allocate(0);
    private long next;
    private long offset;
    private long records;

    /** Blocks of {@code [start, end)}. */
    ContainerBlocks(ContainerBytes file, ContainerHeader header, long start, long end)
            throws IOException {
        this.file = file;
        this.header = header;
        this.end = Math.min(end, file.length());
        next = start <= header.end() - MARKER_BYTES ? header.end() : afterMarker(start);
        file.seek(Math.min(next, file.length()));
    }

    /** Moves to the next block that has records; false if there is none. */
    boolean next() throws IOException {
        while (next - MARKER_BYTES < end && next < file.length()) {
            offset = next;
            records = file.readLong();
            long length = file.readLong();
            long left = file.length() - file.position() - MARKER_BYTES;
            if (records < 0 || length < 0 || length > Math.min(left, Integer.MAX_VALUE)) {
                throw bad(
                        "The block claims %d records in %d bytes, but %d bytes are left in the file."
                                .formatted(records, length, left));
            }
            read((int) length);
            next = file.position();
            if (records > 0) {
                return true;
            }
        }
        return false;
    }

    private void read(int length) throws IOException {
        Cancellation.check();
        if (length > LARGE_BYTES) {
            file.readFully(file.position() + length, marker);
            checkMarker();
        }
        if (stored.length < length) {
            stored = new byte[length];
        }
        file.readFully(stored, length);
        file.readFully(marker, MARKER_BYTES);
        checkMarker();
        try {
            content = header.codec().decompress(stored, length);
        } catch (IOException e) {
            throw new BadBinaryFileException(
                    file.path(),
                    offset,
                    "The block cannot be decompressed, which does not mean that the file is damaged. "
                            + e.getMessage(),
                    e);
        } catch (MalformedException e) {
            throw new BadBinaryFileException(
                    file.path(),
                    offset,
                    "The block cannot be decompressed: %s %s"
                            .formatted(e.getMessage(), BadBinaryFileException.DAMAGED),
                    e);
        }
    }

    private void checkMarker() throws IOException {
        if (!Arrays.equals(marker, header.marker())) {
            throw bad("The block does not end with the file's sync marker.");
        }
    }

    /** The bytes of the block's records, until the next block. */
    ByteBuffer content() {
        return content;
    }

    /** Number of records in the block. */
    long records() {
        return records;
    }

    /** The offset of the block in the file. */
    long offset() {
        return offset;
    }

    /** An exception for the block. */
    BadBinaryFileException bad(String reason) {
        return file.bad(offset, reason + " " + BadBinaryFileException.DAMAGED);
    }

    /** The offset after the first marker that starts in {@code [start, end)}; or the file's end. */
    private long afterMarker(long start) throws IOException {
        byte[] chunk = new byte[SEARCH_BYTES];
        file.seek(Math.min(start, file.length()));
        long base = start;
        int kept = 0;
        while (base < end) {
            Cancellation.check();
            int count = file.readSome(chunk, kept, chunk.length - kept);
            if (count < 0) {
                return file.length();
            }
            int filled = kept + count;
            for (int i = 0; i + MARKER_BYTES <= filled; i++) {
                if (Arrays.equals(chunk, i, i + MARKER_BYTES, header.marker(), 0, MARKER_BYTES)) {
                    return base + i + MARKER_BYTES;
                }
            }
            kept = Math.min(filled, MARKER_BYTES - 1);
            System.arraycopy(chunk, filled - kept, chunk, 0, kept);
            base += filled - kept;
        }
        return file.length();
    }
}
