package io.millrace.hadoop.testing;

import io.millrace.engine.record.KeyOrder;
import io.millrace.engine.record.RecordCursor;
import java.util.Arrays;
import java.util.List;

/**
 * A cursor over records in a list, as mean as the contract allows: what it showed is overwritten
 * when it moves on, and stands in the middle of other bytes.
 */
public final class ListCursor implements RecordCursor {

    private static final int MARGIN = 5;

    private final List<RawRecord> records;
    private final KeyOrder order;
    private int index = -1;
    private byte[] key = {};
    private byte[] value = {};

    /** Over records of which {@code order} knows the prefixes, if it has any. */
    public ListCursor(List<RawRecord> records, KeyOrder order) {
        this.records = records;
        this.order = order;
    }

    @Override
    public boolean next() {
        Arrays.fill(key, (byte) 0x55);
        Arrays.fill(value, (byte) 0x55);
        if (index + 1 >= records.size()) {
            index = records.size();
            return false;
        }
        RawRecord record = records.get(++index);
        key = embedded(record.key());
        value = embedded(record.value());
        return true;
    }

    private static byte[] embedded(byte[] bytes) {
        byte[] larger = new byte[bytes.length + 2 * MARGIN];
        Arrays.fill(larger, (byte) 0x77);
        System.arraycopy(bytes, 0, larger, MARGIN, bytes.length);
        return larger;
    }

    @Override
    public long prefix() {
        return order.prefixed() ? order.prefix(key, MARGIN, keyLength()) : 0;
    }

    @Override
    public byte[] keyBytes() {
        return key;
    }

    @Override
    public int keyOffset() {
        return MARGIN;
    }

    @Override
    public int keyLength() {
        return records.get(index).key().length;
    }

    @Override
    public byte[] valueBytes() {
        return value;
    }

    @Override
    public int valueOffset() {
        return MARGIN;
    }

    @Override
    public int valueLength() {
        return records.get(index).value().length;
    }

    @Override
    public float progress() {
        return records.isEmpty() ? 1 : Math.max(0, index) / (float) records.size();
    }

    @Override
    public void close() {}
}
