package io.millrace.records.text;

/**
 * The content of a field without its quotes: in the record or, if it contains doubled quotes, in an
 * array here until the next such field. Used by one thread.
 */
final class Unquoted {

    private final byte quote;
    private byte[] scratch = {};
    private byte[] bytes = {};
    private int from;
    private int to;

    Unquoted(byte quote) {
        this.quote = quote;
    }

    /** Takes a field without quotes; true. */
    boolean set(byte[] record, int start, int end) {
        bytes = record;
        from = start;
        to = end;
        return true;
    }

    /** Opens a field that starts with a quote; false if the quotes are not valid. */
    boolean open(byte[] record, int start, int end) {
        if (end - start < 2 || record[end - 1] != quote) {
            return false;
        }
        int doubled = 0;
        for (int at = start + 1; at < end - 1; at++) {
            if (record[at] == quote) {
                if (record[++at] != quote || at == end - 1) {
                    return false;
                }
                doubled++;
            }
        }
        return doubled == 0
                ? set(record, start + 1, end - 1)
                : copy(record, start + 1, end - 1, doubled);
    }

    private boolean copy(byte[] record, int start, int end, int doubled) {
        int length = end - start - doubled;
        if (scratch.length < length) {
            scratch = new byte[length];
        }
        int at = 0;
        for (int next = start; next < end; next++) {
            scratch[at++] = record[next];
            next += record[next] == quote ? 1 : 0;
        }
        return set(scratch, 0, length);
    }

    /** Whether the content is in the array that the next field may overwrite. */
    boolean isCopy() {
        return bytes == scratch;
    }

    byte[] bytes() {
        return bytes;
    }

    int from() {
        return from;
    }

    int to() {
        return to;
    }
}
