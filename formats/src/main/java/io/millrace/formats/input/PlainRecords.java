package io.millrace.formats.input;

import io.millrace.formats.record.SequenceDeserializer;
import io.millrace.formats.record.SequenceLayout;
import java.io.EOFException;
import java.io.IOException;
import java.util.Arrays;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.SequenceFile;
import org.jspecify.annotations.Nullable;

/** Records of an uncompressed file, deserialized in place. */
final class PlainRecords implements SequenceRecords {

    private final SequenceFile.Reader opened;
    private final Path file;
    private final byte[] mark;
    private final long fileEnd;
    private final FileBytes bytes;
    private final SequenceDeserializer deserializer;
    private boolean markSeen;

    /** Key length of the record whose key was read and whose value is next. */
    private int keyLength;

    private int length;

    /**
     * Records from the position of {@code bytes} on.
     *
     * @param opened has read the header; closed with this
     * @param mark the file's mark
     */
    PlainRecords(
            SequenceFile.Reader opened,
            Path file,
            byte[] mark,
            long fileEnd,
            FileBytes bytes,
            SequenceDeserializer deserializer) {
        this.opened = opened;
        this.file = file;
        this.mark = mark;
        this.fileEnd = fileEnd;
        this.bytes = bytes;
        this.deserializer = deserializer;
    }

    @Override
    public Class<?> keyClass() {
        return opened.getKeyClass();
    }

    @Override
    public Class<?> valueClass() {
        return opened.getValueClass();
    }

    @Override
    public long position() {
        return bytes.position() + length;
    }

    @Override
    public boolean markSeen() {
        return markSeen;
    }

    @Override
    public @Nullable Object nextKey(@Nullable Object reuse) throws IOException {
        if (reuse != null && reuse.getClass() != keyClass()) {
            throw new IOException(
                    "wrong key class: " + reuse.getClass().getName() + " is not " + keyClass());
        }
        bytes.pass(length);
        length = 0;
        if (!begin()) {
            return null;
        }
        int at = bytes.at();
        return deserializer.key(bytes.array(), at, keyLength, at + length, reuse);
    }

    @Override
    public Object value(@Nullable Object reuse) throws IOException {
        int valueAt = bytes.at() + keyLength;
        return deserializer.value(bytes.array(), valueAt, length - keyLength, reuse);
    }

    /** Moves to a record's key; false if there is none. */
    private boolean begin() throws IOException {
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
        if (total < 0 || ofKey < 0 || ofKey > total) {
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

    @Override
    public void close() throws IOException {
        try (opened) {
            bytes.end();
        }
    }
}
