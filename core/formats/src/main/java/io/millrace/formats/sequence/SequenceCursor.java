package io.millrace.formats.sequence;

import io.millrace.formats.meter.FileMeter;
import java.io.EOFException;
import java.io.IOException;
import java.util.Arrays;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CommonConfigurationKeysPublic;
import org.apache.hadoop.fs.Path;

/**
 * The bytes of the records of an uncompressed SequenceFile, in place. Used by one thread at a time.
 */
public final class SequenceCursor {

    /** A record that is larger does not fit into an array with its lengths. */
    private static final int MOST_BYTES = Integer.MAX_VALUE - 2 * SequenceLayout.LENGTHS_BYTES;

    private final Path file;
    private final byte[] mark;
    private final long fileEnd;
    private final FileBytes bytes;
    private boolean markSeen;

    /** The lengths of the record's key, and of key and value. */
    private int keyLength;

    private int length;

    private SequenceCursor(Path file, byte[] mark, long fileEnd, FileBytes bytes) {
        this.file = file;
        this.mark = mark;
        this.fileEnd = fileEnd;
        this.bytes = bytes;
    }

    /**
     * Records from the position of {@code opened} on, which the caller closes.
     *
     * @param mark the file's mark
     * @param end the position where the caller will probably stop
     * @param conf with the number of bytes that Hadoop's own reader requests at once
     */
    public static SequenceCursor of(
            OpenedSequence opened, byte[] mark, long end, Configuration conf, FileMeter meter)
            throws IOException {
        int step =
                conf.getInt(
                        CommonConfigurationKeysPublic.IO_FILE_BUFFER_SIZE_KEY,
                        CommonConfigurationKeysPublic.IO_FILE_BUFFER_SIZE_DEFAULT);
        FileBytes bytes = new FileBytes(opened.stream(), end, step, meter);
        return new SequenceCursor(opened.path(), mark, opened.length(), bytes);
    }

    /** Position after the record; at first, of the first one, or of the mark before it. */
    public long position() {
        return bytes.position() + length;
    }

    /** Whether the record has a mark before it. */
    public boolean markSeen() {
        return markSeen;
    }

    /** The array of the record, until the next one. */
    public byte[] array() {
        return bytes.array();
    }

    /** The index of the key's first byte. */
    public int keyFrom() {
        return bytes.at();
    }

    /** The index of the value's first byte, after the key. */
    public int valueFrom() {
        return bytes.at() + keyLength;
    }

    /** The index after the value. */
    public int to() {
        return bytes.at() + length;
    }

    /**
     * Moves to the next record; false if there is none.
     *
     * @throws EOFException if the file ends within a record
     * @throws IOException if the file is damaged; both messages name the file and the position
     */
    public boolean next() throws IOException {
        bytes.pass(length);
        length = 0;
        if (bytes.position() >= fileEnd) {
            return false;
        }
        bytes.need(Integer.BYTES);
        markSeen = firstInt() == SequenceLayout.ESCAPE;
        if (markSeen) {
            passMark();
            if (bytes.position() >= fileEnd) {
                return false;
            }
        }
        bytes.need(SequenceLayout.LENGTHS_BYTES);
        int total = firstInt();
        int ofKey = SequenceLayout.getInt(bytes.array(), bytes.at() + Integer.BYTES);
        check(total, ofKey);
        bytes.need(SequenceLayout.LENGTHS_BYTES + total);
        bytes.pass(SequenceLayout.LENGTHS_BYTES);
        keyLength = ofKey;
        length = total;
        return true;
    }

    private int firstInt() {
        return SequenceLayout.getInt(bytes.array(), bytes.at());
    }

    private void passMark() throws IOException {
        bytes.need(SequenceLayout.ESCAPED_MARK_BYTES);
        int from = bytes.at() + Integer.BYTES;
        int to = from + SequenceLayout.MARK_BYTES;
        if (!Arrays.equals(bytes.array(), from, to, mark, 0, mark.length)) {
            throw damaged("the mark there differs from the one in the header");
        }
        bytes.pass(SequenceLayout.ESCAPED_MARK_BYTES);
    }

    private void check(int total, int ofKey) throws IOException {
        if (total < 0 || total > MOST_BYTES || ofKey < 0 || ofKey > total) {
            throw damaged("the record there has " + total + " bytes, its key " + ofKey);
        }
        if (total > fileEnd - bytes.position() - SequenceLayout.LENGTHS_BYTES) {
            throw new EOFException(
                    "%s is damaged at %d: a record of %d bytes extends past the end at %d; the file is truncated, or still being written"
                            .formatted(file, bytes.position(), total, fileEnd));
        }
    }

    private IOException damaged(String what) {
        return new IOException(
                "File is corrupt! %s is damaged at %d: %s; create the file again"
                        .formatted(file, bytes.position(), what));
    }

    /** Counts the bytes read. */
    public void end() {
        bytes.end();
    }
}
