package io.millrace.records.text;

import java.util.Objects;

/**
 * The records in bytes that are in memory, one a line. Lines end with a line feed, or a carriage
 * return and a line feed. Used by one thread.
 */
public final class DelimitedLines {

    private final byte[] bytes;
    private final int start;
    private final int limit;
    private int at;
    private long number;

    /** Lines in part of an array, which must not change meanwhile. */
    public DelimitedLines(byte[] bytes, int offset, int length) {
        Objects.checkFromIndexSize(offset, length, bytes.length);
        this.bytes = bytes;
        start = offset;
        at = offset;
        limit = offset + length;
    }

    /** Moves a record to the next line; false after the last. */
    public boolean next(DelimitedRecord record) {
        if (at == limit) {
            return false;
        }
        int from = at;
        int end = ByteWords.find(bytes, from, limit, (byte) '\n');
        at = Math.min(limit, end + 1);
        int length = end - from;
        if (end < limit && length > 0 && bytes[end - 1] == '\r') {
            length--;
        }
        record.wrap(bytes, from, length);
        record.position(from - start, ++number);
        return true;
    }
}
