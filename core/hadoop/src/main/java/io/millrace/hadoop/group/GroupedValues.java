package io.millrace.hadoop.group;

import io.millrace.engine.record.RecordCursor;
import io.millrace.formats.record.RecordDeserializer;
import java.io.IOException;
import java.util.Iterator;
import java.util.NoSuchElementException;
import org.apache.hadoop.io.RawComparator;
import org.apache.hadoop.mapreduce.Counter;
import org.apache.hadoop.util.Progressable;
import org.jspecify.annotations.Nullable;

/**
 * The values of each group in turn, as old-API reducers and combiners get them. Two key objects
 * alternate: one keeps the group's first key while its values are read, the other reads ahead. One
 * value object is reused. Comparing key objects decides the groups. Used by one thread, which
 * includes users of the iterator.
 */
public final class GroupedValues<K, V> implements Iterator<V> {

    private final RecordCursor cursor;
    private final RawComparator<K> grouping;
    private final RecordDeserializer<K, V> deserializer;
    private final Counter handedOut;
    private final Progressable life;
    private @Nullable GroupSizes sizes;
    private @Nullable K key;
    private @Nullable K ahead;
    private @Nullable V value;
    private boolean moreRecords;
    private boolean moreInGroup;

    /**
     * Starts at the first group of {@code cursor}.
     *
     * @param handedOut counts the values returned
     * @param life notified of each value
     */
    public GroupedValues(
            RecordCursor cursor,
            RawComparator<K> grouping,
            RecordDeserializer<K, V> deserializer,
            Counter handedOut,
            Progressable life)
            throws IOException {
        this.cursor = cursor;
        this.grouping = grouping;
        this.deserializer = deserializer;
        this.handedOut = handedOut;
        this.life = life;
        lookAhead();
        key = ahead;
        ahead = null;
        moreInGroup = moreRecords;
    }

    /** Measures the groups from now on, before the second record is read. */
    public void measure(GroupSizes measured) {
        sizes = measured;
        if (moreRecords) {
            measured.add(cursor.keyLength(), cursor.valueLength());
        }
    }

    /** Whether there is a current group. */
    public boolean hasGroup() {
        return moreRecords;
    }

    /** The first key of the current group; must not be called after the last group. */
    public K key() {
        K current = key;
        if (current == null) {
            throw new NoSuchElementException("no group is left");
        }
        return current;
    }

    /** Moves to the next group; skips the rest of this one without counting it. */
    public void nextGroup() throws IOException {
        while (moreInGroup) {
            lookAhead();
        }
        K finished = key;
        key = ahead;
        ahead = finished;
        moreInGroup = moreRecords;
    }

    @Override
    public boolean hasNext() {
        return moreInGroup;
    }

    @Override
    public V next() {
        handedOut.increment(1);
        if (!moreInGroup) {
            throw new NoSuchElementException("iterate past last value");
        }
        V current;
        try {
            current = deserializer.value(cursor, value);
            value = current;
            lookAhead();
        } catch (IOException e) {
            throw new RuntimeException("problem advancing to the next value of key " + key, e);
        }
        life.progress();
        return current;
    }

    @Override
    public void remove() {
        throw new UnsupportedOperationException("values cannot be removed");
    }

    private void lookAhead() throws IOException {
        moreRecords = cursor.next();
        if (!moreRecords) {
            moreInGroup = false;
        } else {
            ahead = deserializer.key(cursor, ahead);
            K current = key;
            moreInGroup = current != null && grouping.compare(current, ahead) == 0;
        }
        if (sizes != null) {
            measureAhead(sizes);
        }
    }

    private void measureAhead(GroupSizes measured) {
        if (!moreInGroup) {
            measured.end(key);
        }
        if (moreRecords) {
            measured.add(cursor.keyLength(), cursor.valueLength());
        }
    }
}
