package io.millrace.cluster.map;

import io.millrace.engine.record.RecordOutput;
import io.millrace.hadoop.task.MapOutputTypes;
import java.io.IOException;
import java.util.Arrays;
import org.apache.hadoop.io.serializer.SerializationFactory;
import org.apache.hadoop.io.serializer.Serializer;
import org.apache.hadoop.mapred.JobConf;
import org.jspecify.annotations.Nullable;

/**
 * The first records of a map task, serialized by Hadoop's serializers, in the order in which they
 * were collected. Used under the lock of its owner.
 */
final class HeldOutput {

    private static final int FIRST_BYTES = 1 << 16;

    /** Partition, length of the key, and length of the value. */
    private static final int MARKS = 3;

    private final MapOutputTypes types;
    private final Serializer<Object> keys;
    private final Serializer<Object> values;
    private final RecordOutput bytes = new RecordOutput(FIRST_BYTES);
    private int[] marks = new int[MARKS << 10];
    private int marked;
    private @Nullable Object key;
    private @Nullable Object value;

    /** Takes the records of a replay, one at a time. */
    interface Target {
        /**
         * Takes one record.
         *
         * @param bytes has the key at {@code at}, and the value after it
         */
        void collect(byte[] bytes, int at, int keyLength, int valueLength, int partition)
                throws IOException, InterruptedException;
    }

    /**
     * Holds records of a job.
     *
     * @throws IOException if no serialization accepts their classes
     */
    HeldOutput(JobConf conf) throws IOException {
        types = MapOutputTypes.of(conf);
        SerializationFactory serializations = new SerializationFactory(conf);
        keys = open(serializations, types.keys());
        values = open(serializations, types.values());
    }

    @SuppressWarnings("unchecked") // the class is known at run time only
    private Serializer<Object> open(SerializationFactory serializations, Class<?> type)
            throws IOException {
        Serializer<?> serializer = serializations.getSerializer(type);
        if (serializer == null) {
            throw new IOException("no serialization in io.serializations accepts " + type);
        }
        serializer.open(bytes);
        return (Serializer<Object>) serializer;
    }

    /**
     * Adds one record; the caller may reuse both objects at once.
     *
     * @return the length of its bytes
     */
    int add(Object addedKey, Object addedValue, int partition) throws IOException {
        types.check(addedKey, addedValue, partition);
        int start = bytes.length();
        boolean added = false;
        try {
            keys.serialize(addedKey);
            int keyEnd = bytes.length();
            values.serialize(addedValue);
            mark(partition, keyEnd - start, bytes.length() - keyEnd);
            added = true;
        } finally {
            if (!added) {
                bytes.truncate(start);
            }
        }
        key = addedKey;
        value = addedValue;
        return bytes.length() - start;
    }

    private void mark(int partition, int keyLength, int valueLength) {
        if (marked == marks.length) {
            marks = Arrays.copyOf(marks, 2 * marked);
        }
        marks[marked++] = partition;
        marks[marked++] = keyLength;
        marks[marked++] = valueLength;
    }

    /** Memory that the records take. */
    long sizeBytes() {
        return bytes.length() + (long) Integer.BYTES * marked;
    }

    /** Bytes of all records. */
    long bytes() {
        return bytes.length();
    }

    int records() {
        return marked / MARKS;
    }

    /** One of the keys, whatever its content is now; null if there is no record. */
    @Nullable Object someKey() {
        return key;
    }

    /** One of the values, whatever its content is now; null if there is no record. */
    @Nullable Object someValue() {
        return value;
    }

    /** Passes on all records. */
    void replay(Target target) throws IOException, InterruptedException {
        int at = bytes.start();
        for (int mark = 0; mark < marked; mark += MARKS) {
            int keyLength = marks[mark + 1];
            int valueLength = marks[mark + 2];
            target.collect(bytes.array(), at, keyLength, valueLength, marks[mark]);
            at += keyLength + valueLength;
        }
    }
}
