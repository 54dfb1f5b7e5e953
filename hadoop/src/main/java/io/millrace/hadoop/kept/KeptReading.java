package io.millrace.hadoop.kept;

import io.millrace.hadoop.record.RecordDeserializer;
import java.io.Closeable;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.util.ReflectionUtils;

/** Makes objects of kept records. Used by one thread at a time. */
public final class KeptReading implements Closeable {

    private final InputCache cache;
    private final KeptInput input;
    private final Configuration conf;
    private final PackedCursor cursor;
    private final RecordDeserializer<Object, Object> deserializer;
    private boolean closed;

    @SuppressWarnings("unchecked") // of the classes that were serialized
    KeptReading(InputCache cache, KeptInput input, Configuration conf) throws IOException {
        this.cache = cache;
        this.input = input;
        this.conf = conf;
        PackedRecords records = input.records();
        deserializer =
                new RecordDeserializer<>(
                        conf,
                        (Class<Object>) records.keyType(),
                        (Class<Object>) records.valueType());
        cursor = records.read();
    }

    boolean next() {
        return cursor.next();
    }

    Object key(Object reuse) throws IOException {
        return deserializer.key(cursor.array(), cursor.keyAt(), cursor.keyLength(), reuse);
    }

    Object value(Object reuse) throws IOException {
        return deserializer.value(cursor.array(), cursor.valueAt(), cursor.valueLength(), reuse);
    }

    Object newKey() {
        return newObject(input.records().keyType());
    }

    Object newValue() {
        return newObject(input.records().valueType());
    }

    private Object newObject(Class<?> type) {
        return type == NullWritable.class
                ? NullWritable.get()
                : ReflectionUtils.newInstance(type, conf);
    }

    boolean emptyAtEnd() {
        return input.emptyAtEnd();
    }

    float progress() {
        return cursor.progress();
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            cache.letGo(input);
        }
    }
}
