package io.millrace.formats.input;

import io.millrace.formats.record.SequenceDeserializer;
import io.millrace.formats.record.SequenceLayout;
import java.io.EOFException;
import java.io.IOException;
import java.util.Arrays;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.SequenceFile;
import org.jspecify.annotations.Nullable;

/** Records of a file that is not compressed, made into objects where their bytes are. */
final class PlainRecords implements SequenceRecords {

    private final SequenceFile.Reader opened;
    private final Path file;
    private final byte[] mark;
    private final long fileEnd;
    private final FileBytes bytes;
    private final SequenceDeserializer deserializer;
    private boolean markSeen;

    /** Of the record whose key was read and whose value is next. */
    private int keyLength;

    private int length;

    /**
     * Records from where {@code bytes} begin.
     *
     * @param opened has read the header, and is closed with this
     * @param mark the file's own
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

    /** Goes to a record's key; false if there is none. */
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
            throw damaged("the mark that begins there is not the one in its header");
        }
        bytes.pass(SequenceLayout.ESCAPED_MARK_BYTES);
    }

    private void check(int total, int ofKey) throws IOException {
        if (total < 0 || ofKey < 0 || ofKey > total) {
            throw damaged("a record that begins there has " + total + " bytes, its key " + ofKey);
        }
        if (total > fileEnd - bytes.position() - SequenceLayout.LENGTHS_BYTES) {
            throw new EOFException(
                    "%s is damaged at %d: a record of %d bytes goes over the end, which is at %d; the file was cut off, or is still being written"
                            .formatted(file, bytes.position(), total, fileEnd));
        }
    }

    private IOException damaged(String what) {
        return new IOException(
                "File is corrupt! %s is damaged at %d: %s; make it anew"
                        .formatted(file, bytes.position(), what));
    }

    @Override
    public void close() throws IOException {
        try (opened) {
            bytes.end();
        }
    }
}
