package io.millrace.records.text;

import io.millrace.records.schema.Schema;

/**
 * Follows the quotes of a record over its lines, as {@link DelimitedRecord} reads them: a field is
 * quoted if it starts with a quote, and doubled quotes do not close it. Used by one thread.
 */
public final class OpenQuotes {

    private final byte delimiter;
    private final byte quote;
    private boolean open;

    /** For records of a schema with a quote. */
    public OpenQuotes(Schema schema) {
        delimiter = schema.delimiter();
        quote = (byte) schema.quote();
    }

    /**
     * Follows the next line.
     *
     * @return whether a quoted field is open at its end, so that the record does not end there
     */
    public boolean add(byte[] bytes, int from, int to) {
        if (!open && ByteWords.find(bytes, from, to, quote) == to) {
            return false;
        }
        int at = from;
        boolean quoted = open;
        if (!open && bytes[from] == quote) {
            quoted = true;
            at++;
        }
        while (true) {
            int end = quoted ? closing(bytes, at, to) : at;
            if (end < 0) {
                open = true;
                return true;
            }
            at = ByteWords.find(bytes, end, to, delimiter) + 1;
            if (at > to) {
                open = false;
                return false;
            }
            quoted = at < to && bytes[at] == quote;
            at += quoted ? 1 : 0;
        }
    }

    /** Forgets the open field: the next line starts a record. */
    public void reset() {
        open = false;
    }

    /** Index after the quote that closes a field; negative if none does. */
    private int closing(byte[] bytes, int from, int to) {
        int at = ByteWords.find(bytes, from, to, quote) + 1;
        while (at < to && bytes[at] == quote) {
            at = ByteWords.find(bytes, at + 1, to, quote) + 1;
        }
        return at > to ? -1 : at;
    }
}
