package io.millrace.records.index;

import io.millrace.records.schema.ColumnType;
import io.millrace.records.text.DelimitedRecord;
import io.millrace.records.text.Ordinals;
import io.millrace.records.text.TextSlice;
import java.nio.ByteBuffer;
import org.apache.hadoop.io.BytesWritable;

/**
 * A column's value as bytes with the same order: nulls first, then values, then NaN. Used by one
 * thread.
 */
final class SortKey {

    private static final byte NULL = 0;
    private static final byte VALUE = 1;
    private static final byte NAN = 2;

    private final int column;
    private final ColumnType type;
    private final BytesWritable key = new BytesWritable();

    SortKey(int column, ColumnType type) {
        this.column = column;
        this.type = type;
    }

    /** The key of a record, in an object that the next record changes. */
    BytesWritable of(DelimitedRecord record) {
        if (record.isNull(column)) {
            return set(NULL, 0);
        }
        if (type == ColumnType.TEXT) {
            TextSlice text = record.getText(column);
            set(VALUE, text.length());
            System.arraycopy(text.bytes(), text.offset(), key.getBytes(), 1, text.length());
            return key;
        }
        long ordinal = record.getOrdinal(column);
        if (Ordinals.isNan(type, ordinal)) {
            return set(NAN, 0);
        }
        set(VALUE, Long.BYTES);
        // Bytes are compared without a sign.
        ByteBuffer.wrap(key.getBytes()).putLong(1, ordinal ^ Long.MIN_VALUE);
        return key;
    }

    private BytesWritable set(byte kind, int length) {
        key.setSize(length + 1);
        key.getBytes()[0] = kind;
        return key;
    }
}
