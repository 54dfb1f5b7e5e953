package io.millrace.records.text;

import io.millrace.records.schema.Schema;

/**
 * Where the fields of a record are. Searches for delimiters eight bytes at a time, and only as far
 * as the last column that was ever requested. Used by one thread.
 *
 * <p>{@code starts[i]} is the start of field {@code i}, and one more than the end of field {@code i
 * - 1}; entries up to {@code starts[found]} are known. The last word of a search may yield fields
 * beyond the schema's, hence the reserve.
 */
final class FieldPositions {

    private final byte delimiter;
    private final int quote;
    private final long delimiters;
    private final long quotes;
    private final int[] starts;

    private byte[] bytes = {};
    private int limit;
    private int found;
    private int most;

    /** All fields of the record are found. */
    private boolean complete;

    FieldPositions(Schema schema) {
        delimiter = schema.delimiter();
        quote = schema.quote();
        delimiters = (delimiter & 0xff) * ByteWords.LOW_BITS;
        quotes = (quote & 0xff) * ByteWords.LOW_BITS;
        starts = new int[schema.columns().size() + Long.BYTES + 1];
    }

    /** Moves to a record. */
    void reset(byte[] record, int from, int to) {
        bytes = record;
        limit = to;
        found = 0;
        complete = false;
        starts[0] = from;
    }

    byte[] bytes() {
        return bytes;
    }

    int recordStart() {
        return starts[0];
    }

    int recordEnd() {
        return limit;
    }

    /** Finds a field; false if the record has fewer fields. */
    boolean find(int column) {
        if (column >= found && !complete) {
            most = Math.max(most, column);
            search(most);
        }
        return column < found;
    }

    int start(int column) {
        return starts[column];
    }

    int end(int column) {
        return starts[column + 1] - 1;
    }

    /** Whether the field is in quotes, closed or not. */
    boolean isQuoted(int column) {
        int start = starts[column];
        return quote != Schema.NO_QUOTE
                && start < starts[column + 1] - 1
                && bytes[start] == (byte) quote;
    }

    /** Number of fields that have been found so far. */
    int found() {
        return found;
    }

    private void search(int column) {
        int at = quote == Schema.NO_QUOTE ? words(column) : wordsWithoutQuotes(column);
        if (found > column) {
            return;
        }
        if (quote == Schema.NO_QUOTE) {
            rest(at, column);
        } else {
            fields(column);
        }
    }

    /** Searches whole words. Returns the index of the first byte that has not been searched. */
    private int words(int column) {
        byte[] record = bytes;
        int[] all = starts;
        long pattern = delimiters;
        int last = limit - Long.BYTES;
        int count = found;
        int at = all[count];
        while (at <= last && count <= column) {
            long hits = ByteWords.matches(ByteWords.at(record, at), pattern);
            while (hits != 0) {
                all[++count] = at + (Long.numberOfTrailingZeros(hits) >>> 3) + 1;
                hits &= hits - 1;
            }
            at += Long.BYTES;
        }
        found = count;
        return at;
    }

    /** Like {@link #words}, but ends at a word with a quote. */
    private int wordsWithoutQuotes(int column) {
        byte[] record = bytes;
        int[] all = starts;
        int last = limit - Long.BYTES;
        int count = found;
        int at = all[count];
        while (at <= last && count <= column) {
            long word = ByteWords.at(record, at);
            if (ByteWords.matches(word, quotes) != 0) {
                break;
            }
            long hits = ByteWords.matches(word, delimiters);
            while (hits != 0) {
                all[++count] = at + (Long.numberOfTrailingZeros(hits) >>> 3) + 1;
                hits &= hits - 1;
            }
            at += Long.BYTES;
        }
        found = count;
        return at;
    }

    /** Searches the last bytes, of which no word is left. */
    private void rest(int from, int column) {
        int count = found;
        for (int at = from; at < limit && count <= column; at++) {
            if (bytes[at] == delimiter) {
                starts[++count] = at + 1;
            }
        }
        found = count;
        if (count <= column) {
            endRecord();
        }
    }

    /** Field by field, as some may be quoted. */
    private void fields(int column) {
        while (found <= column && !complete) {
            int at = starts[found];
            if (at < limit && bytes[at] == (byte) quote) {
                at = closing(at + 1);
            }
            while (at < limit && bytes[at] != delimiter) {
                at++;
            }
            if (at < limit) {
                starts[++found] = at + 1;
            } else {
                endRecord();
            }
        }
    }

    /** Index after the quote that closes a field; the record's end if there is none. */
    private int closing(int from) {
        int at = from;
        while (at < limit) {
            if (bytes[at++] == (byte) quote) {
                if (at == limit || bytes[at] != (byte) quote) {
                    return at;
                }
                at++;
            }
        }
        return limit;
    }

    private void endRecord() {
        starts[++found] = limit + 1;
        complete = true;
    }
}
