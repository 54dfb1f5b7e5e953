package io.millrace.hadoop.group;

import io.millrace.engine.record.RecordCursor;
import java.io.DataOutputStream;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.DataInputBuffer;
import org.apache.hadoop.io.DataOutputBuffer;
import org.apache.hadoop.io.WritableUtils;
import org.apache.hadoop.io.serializer.SerializationFactory;
import org.apache.hadoop.io.serializer.Serializer;
import org.apache.hadoop.mapred.BackupStore;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.jspecify.annotations.Nullable;

/**
 * The values that a reducer can replay: those of a group since its last mark, in Hadoop's own
 * store, first in memory and then on disk. Does nothing and holds nothing before the first mark.
 * Used by one thread.
 */
final class MarkedValues {

    private final Configuration conf;
    private final TaskAttemptID attempt;
    private final Class<?> keyClass;
    private final Class<?> valueClass;
    private final DataInputBuffer key = new DataInputBuffer();
    private final DataInputBuffer value = new DataInputBuffer();
    private @Nullable BackupStore<Object, Object> store;
    private boolean marked;
    private boolean replaying;

    /** Whether the end of the replay clears the mark. */
    private boolean cleared;

    MarkedValues(
            Configuration conf, TaskAttemptID attempt, Class<?> keyClass, Class<?> valueClass) {
        this.conf = conf;
        this.attempt = attempt;
        this.keyClass = keyClass;
        this.valueClass = valueClass;
    }

    /** Stores a record if a mark precedes it. */
    void note(RecordCursor record) throws IOException {
        BackupStore<Object, Object> kept = store;
        if (marked && kept != null) {
            key.reset(record.keyBytes(), record.keyOffset(), record.keyLength());
            value.reset(record.valueBytes(), record.valueOffset(), record.valueLength());
            kept.write(key, value);
        }
    }

    /** Marks the current record, where {@link #replay} starts. */
    void mark(Object currentKey, Object currentValue) throws IOException {
        BackupStore<Object, Object> kept = store;
        if (kept == null) {
            kept = new BackupStore<>(conf, attempt);
            store = kept;
        }
        marked = true;
        if (replaying) {
            kept.mark();
        } else {
            kept.reinitialize();
            write(kept, serialized(keyClass, currentKey), serialized(valueClass, currentValue));
        }
    }

    private <T> DataOutputBuffer serialized(Class<T> type, Object object) throws IOException {
        DataOutputBuffer bytes = new DataOutputBuffer();
        Serializer<T> serializer = new SerializationFactory(conf).getSerializer(type);
        serializer.open(bytes);
        serializer.serialize(type.cast(object));
        serializer.close();
        return bytes;
    }

    private static void write(
            BackupStore<Object, Object> store, DataOutputBuffer key, DataOutputBuffer value)
            throws IOException {
        int length =
                key.getLength()
                        + value.getLength()
                        + WritableUtils.getVIntSize(key.getLength())
                        + WritableUtils.getVIntSize(value.getLength());
        DataOutputStream out = store.getOutputStream(length);
        WritableUtils.writeVInt(out, key.getLength());
        WritableUtils.writeVInt(out, value.getLength());
        out.write(key.getData(), 0, key.getLength());
        out.write(value.getData(), 0, value.getLength());
        store.updateCounters(length);
    }

    /** Returns to the mark. */
    void replay() throws IOException {
        BackupStore<Object, Object> kept = store;
        boolean forgotten = cleared;
        cleared = false;
        if (forgotten && kept != null) {
            kept.clearMark();
        }
        if (forgotten || !marked || kept == null) {
            throw new IOException("Reset called without a previous mark");
        }
        replaying = true;
        kept.reset();
    }

    /** Whether {@link #next} has a value. */
    boolean hasNext() throws IOException {
        BackupStore<Object, Object> kept = store;
        return replaying && kept != null && kept.hasNext();
    }

    /** The next value of the replay; null at its end. */
    @Nullable DataInputBuffer next() throws IOException {
        BackupStore<Object, Object> kept = store;
        if (!replaying || kept == null) {
            return null;
        }
        if (kept.hasNext()) {
            kept.next();
            return kept.nextValue();
        }
        replaying = false;
        kept.exitResetMode();
        if (cleared) {
            cleared = false;
            marked = false;
        }
        return null;
    }

    /** Clears the mark; a running replay continues to its end. */
    void clear() throws IOException {
        BackupStore<Object, Object> kept = store;
        if (kept == null) {
            return;
        }
        if (replaying) {
            cleared = true;
            kept.clearMark();
        } else {
            marked = false;
            kept.reinitialize();
        }
    }

    /** Discards everything at the end of the group. */
    void forget() throws IOException {
        BackupStore<Object, Object> kept = store;
        if (kept != null) {
            replaying = false;
            marked = false;
            kept.reinitialize();
        }
    }
}
