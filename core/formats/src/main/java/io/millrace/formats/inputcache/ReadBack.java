package io.millrace.formats.inputcache;

import io.millrace.formats.record.RecordDeserializer;
import io.millrace.formats.record.RecordSerialization;
import io.millrace.formats.registry.JobFormats;
import java.io.IOException;
import java.util.Arrays;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.DataOutputBuffer;
import org.apache.hadoop.io.Writable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tests on the first packed record whether it can be deserialized, twice into the same objects:
 * classes that a job only reads and never writes may not support that.
 */
final class ReadBack {

    private static final Logger LOG = LoggerFactory.getLogger(ReadBack.class);

    private ReadBack() {}

    /** Whether a record of these writables is unchanged by serialization and deserialization. */
    static boolean works(
            PackedRecords records,
            Class<?> keyType,
            Class<?> valueType,
            Configuration conf,
            JobFormats formats) {
        try {
            return isSame(records.read(), keyType, valueType, conf, formats);
        } catch (IOException | RuntimeException | LinkageError e) {
            LOG.debug("{} and {} cannot read their own output", keyType, valueType, e);
            return false;
        }
    }

    @SuppressWarnings("unchecked") // of the classes that were serialized
    private static boolean isSame(
            PackedCursor cursor,
            Class<?> keyType,
            Class<?> valueType,
            Configuration conf,
            JobFormats formats)
            throws IOException {
        RecordDeserializer<Object, Object> read =
                new RecordSerialization(conf, formats)
                        .deserializer((Class<Object>) keyType, (Class<Object>) valueType);
        Object key = RecordUnpacker.newObject(keyType, conf);
        Object value = RecordUnpacker.newObject(valueType, conf);
        cursor.next();
        DataOutputBuffer again = new DataOutputBuffer();
        for (int i = 0; i < 2; i++) {
            key = read.key(cursor.array(), cursor.keyAt(), cursor.keyLength(), key);
            value = read.value(cursor.array(), cursor.valueAt(), cursor.valueLength(), value);
        }
        ((Writable) key).write(again);
        boolean sameKey = again.getLength() == cursor.keyLength();
        ((Writable) value).write(again);
        int end = cursor.valueAt() + cursor.valueLength();
        return sameKey
                && Arrays.equals(
                        again.getData(), 0, again.getLength(), cursor.array(), cursor.keyAt(), end);
    }
}
