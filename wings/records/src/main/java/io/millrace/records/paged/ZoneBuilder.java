package io.millrace.records.paged;

import io.millrace.records.predicate.ValueHash;
import io.millrace.records.predicate.Zone;
import io.millrace.records.schema.ColumnType;
import io.millrace.records.schema.Schema;
import io.millrace.records.text.BadFieldException;
import io.millrace.records.text.DelimitedRecord;
import io.millrace.records.text.Ordinals;
import io.millrace.records.text.TextSlice;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Gathers the bounds and, for a filter, the hashes of a column's values in a page. Used by one
 * thread at a time.
 */
final class ZoneBuilder {

    /** Bounds of texts have at most this many bytes. */
    private static final int MOST_BYTES = 64;

    private final int column;
    private final ColumnType type;
    private final boolean filtered;
    private boolean open;
    private boolean empty;
    private long least;
    private long greatest;
    private byte[] first = {};
    private byte[] last = {};
    private long[] hashes = {};
    private int count;

    ZoneBuilder(Schema schema, int column, boolean filtered) {
        this.column = column;
        this.filtered = filtered;
        type = schema.columns().get(column).type();
        clear();
    }

    int column() {
        return column;
    }

    void clear() {
        open = false;
        empty = true;
        count = 0;
    }

    /** Adds the field of a record. One that cannot be read opens the zone: readers must see it. */
    void add(DelimitedRecord record) {
        try {
            if (open || record.isNull(column)) {
                return;
            }
            if (type == ColumnType.TEXT) {
                add(record.getText(column));
            } else {
                add(record.getOrdinal(column));
            }
        } catch (BadFieldException e) {
            open = true;
        }
    }

    private void add(long ordinal) {
        if (Ordinals.isNan(type, ordinal)) {
            return;
        }
        least = empty ? ordinal : Math.min(least, ordinal);
        greatest = empty ? ordinal : Math.max(greatest, ordinal);
        empty = false;
        addHash(filtered ? ValueHash.of(ordinal) : 0);
    }

    private void add(TextSlice text) {
        byte[] bytes = text.bytes();
        int from = text.offset();
        int to = from + text.length();
        if (empty || Arrays.compareUnsigned(bytes, from, to, first, 0, first.length) < 0) {
            first = Arrays.copyOfRange(bytes, from, to);
        }
        if (empty || Arrays.compareUnsigned(bytes, from, to, last, 0, last.length) > 0) {
            last = Arrays.copyOfRange(bytes, from, to);
        }
        empty = false;
        addHash(filtered ? ValueHash.of(bytes, from, to - from) : 0);
    }

    private void addHash(long hash) {
        // Neighbours are often equal, and always if the records are sorted by few values.
        if (!filtered || (count > 0 && hashes[count - 1] == hash)) {
            return;
        }
        if (count == hashes.length) {
            hashes = Arrays.copyOf(hashes, Math.max(64, 2 * count));
        }
        hashes[count++] = hash;
    }

    Zone zone() {
        if (open) {
            return new Zone.Open();
        }
        if (empty) {
            return new Zone.Empty();
        }
        if (type != ColumnType.TEXT) {
            return new Zone.Whole(least, greatest);
        }
        byte[] upper = upperBound(last);
        byte[] lower = Arrays.copyOf(first, Math.min(first.length, MOST_BYTES));
        return upper == null ? new Zone.Open() : new Zone.Bytes(lower, upper);
    }

    /** The filter; empty if some field cannot be read. */
    byte[] filter() {
        return open ? new byte[0] : PageFilter.of(hashes, count);
    }

    /** A short text that is not before a text; null if there is none. */
    private static byte @Nullable [] upperBound(byte[] text) {
        if (text.length <= MOST_BYTES) {
            return text;
        }
        int length = MOST_BYTES;
        while (length > 0 && text[length - 1] == (byte) 0xff) {
            length--;
        }
        if (length == 0) {
            return null;
        }
        byte[] bound = Arrays.copyOf(text, length);
        bound[length - 1]++;
        return bound;
    }
}
