package io.millrace.engine.merge;

import io.millrace.engine.record.ArrayCursor;
import io.millrace.engine.record.KeyOrder;
import io.millrace.engine.testing.ByteRecord;
import java.util.Arrays;
import java.util.List;

/** The records of a list, all in one array that is written over each time. */
final class ByteRecords extends ArrayCursor {

    private final List<ByteRecord> records;
    private final KeyOrder order;
    private final Runnable whenClosed;
    private byte[] bytes = {};
    private int next;

    ByteRecords(List<ByteRecord> records, KeyOrder order, Runnable whenClosed) {
        this.records = records;
        this.order = order;
        this.whenClosed = whenClosed;
    }

    @Override
    public boolean next() {
        if (next == records.size()) {
            return false;
        }
        Arrays.fill(bytes, (byte) -1);
        ByteRecord record = records.get(next++);
        int keyLength = record.key().length;
        int valueLength = record.value().length;
        if (bytes.length < keyLength + valueLength) {
            bytes = new byte[keyLength + valueLength];
        }
        System.arraycopy(record.key(), 0, bytes, 0, keyLength);
        System.arraycopy(record.value(), 0, bytes, keyLength, valueLength);
        moveTo(bytes, 0, keyLength, keyLength, valueLength);
        return true;
    }

    @Override
    public boolean sameKey() {
        return next > 1 && Arrays.equals(records.get(next - 1).key(), records.get(next - 2).key());
    }

    @Override
    public long prefix() {
        return order.prefix(keyBytes(), keyOffset(), keyLength());
    }

    @Override
    public float progress() {
        return records.isEmpty() ? 1 : (float) next / records.size();
    }

    @Override
    public void close() {
        whenClosed.run();
    }
}
