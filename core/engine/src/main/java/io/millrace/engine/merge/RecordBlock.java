package io.millrace.engine.merge;

import io.millrace.engine.memory.Slab;
import io.millrace.engine.record.ArrayCursor;
import io.millrace.engine.record.RecordCursor;
import org.jspecify.annotations.Nullable;

/**
 * Records copied from a cursor, to be read once in the same order. They are stored one after the
 * other in a slab:
 *
 * <pre>
 *  0-7   sort prefix, native order
 *  8-11  key length, native order; -1 for the key of the record before it
 * 12-15  value length, native order
 * 16-    key bytes, unless it is the same key, then value bytes
 * </pre>
 *
 * <p>A record larger than the slab is not copied: the block then contains only the cursor's view of
 * it, which ends when the cursor moves on. Used by one thread at a time.
 */
final class RecordBlock extends ArrayCursor {

    private static final int HEADER_BYTES = 16;
    private static final int SAME_KEY = -1;

    private final Slab slab;
    private @Nullable RecordCursor lender;
    private float progressBefore;
    private float progressAfter;

    /** The end of the last record. */
    private int end;

    /** The end of the last record that was read. */
    private int at;

    private long prefix;
    private boolean sameKey;

    /** An empty block. */
    RecordBlock(Slab slab) {
        this.slab = slab;
    }

    /**
     * Removes all records.
     *
     * @param progress the cursor's progress before the records that will be added, 0 to 1
     */
    void clear(float progress) {
        if (lender != null) {
            moveOff();
        }
        lender = null;
        end = 0;
        at = 0;
        progressBefore = progress;
        progressAfter = progress;
    }

    /**
     * Adds a cursor's current record.
     *
     * @return false, with nothing changed, if the block has no room for it; an empty block always
     *     has room
     */
    boolean add(RecordCursor record) {
        if (lender != null) {
            return false;
        }
        boolean same = end > 0 && record.sameKey();
        int keyLength = same ? 0 : record.keyLength();
        int valueLength = record.valueLength();
        int length = Math.addExact(keyLength, valueLength);
        int keyAt = end + HEADER_BYTES;
        if (length > slab.capacity() - keyAt) {
            if (end > 0) {
                return false;
            }
            lender = record;
        }
        slab.putLong(end, record.prefix());
        slab.putInt(end + 8, same ? SAME_KEY : keyLength);
        slab.putInt(end + 12, valueLength);
        end += HEADER_BYTES;
        if (lender == null) {
            byte[] target = slab.array();
            System.arraycopy(record.keyBytes(), record.keyOffset(), target, keyAt, keyLength);
            System.arraycopy(
                    record.valueBytes(),
                    record.valueOffset(),
                    target,
                    keyAt + keyLength,
                    valueLength);
            end += length;
        }
        return true;
    }

    /**
     * Whether the block contains only a view of the cursor's current record, so that the cursor
     * must not move.
     */
    boolean isLent() {
        return lender != null;
    }

    /**
     * Ends the filling.
     *
     * @param progress the cursor's progress, 0 to 1
     */
    void fillEnded(float progress) {
        progressAfter = progress;
    }

    @Override
    public boolean next() {
        if (at == end) {
            return false;
        }
        prefix = slab.getLong(at);
        int keyLength = slab.getInt(at + 8);
        int valueLength = slab.getInt(at + 12);
        at += HEADER_BYTES;
        RecordCursor alone = lender;
        sameKey = keyLength == SAME_KEY;
        if (sameKey) {
            moveTo(slab.array(), keyOffset(), keyLength(), at, valueLength);
            at += valueLength;
        } else if (alone == null) {
            moveTo(slab.array(), at, keyLength, at + keyLength, valueLength);
            at += keyLength + valueLength;
        } else {
            // Key and value of a record are in one array, for any cursor.
            moveTo(
                    alone.valueBytes(),
                    alone.keyOffset(),
                    keyLength,
                    alone.valueOffset(),
                    valueLength);
        }
        return true;
    }

    @Override
    public boolean sameKey() {
        return sameKey;
    }

    @Override
    public long prefix() {
        return prefix;
    }

    @Override
    public float progress() {
        return end == 0
                ? progressAfter
                : progressBefore + (progressAfter - progressBefore) * at / end;
    }

    /** Does nothing: the slab is lent. */
    @Override
    public void close() {}
}
