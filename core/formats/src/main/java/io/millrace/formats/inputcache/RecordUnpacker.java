package io.millrace.formats.inputcache;

import io.millrace.formats.record.RecordDeserializer;
import io.millrace.formats.record.RecordSerialization;
import io.millrace.formats.registry.JobFormats;
import java.io.Closeable;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.util.ReflectionUtils;

/** Deserializes cached records. Used by one thread at a time. */
public final class RecordUnpacker implements Closeable {

    private final InputCache cache;
    private final CachedSplit input;
    private final Configuration conf;
    private final PackedCursor cursor;
    private final Class<Object> keyType;
    private final Class<Object> valueType;
    private final RecordDeserializer<Object, Object> deserializer;
    private boolean closed;

    RecordUnpacker(InputCache cache, CachedSplit input, Configuration conf, JobFormats formats)
            throws IOException {
        this.cache = cache;
        this.input = input;
        this.conf = conf;
        keyType = type(input.traits().keyType());
        valueType = type(input.traits().valueType());
        deserializer = new RecordSerialization(conf, formats).deserializer(keyType, valueType);
        cursor = input.records().read();
    }

    /**
     * The reading job's own class of that name, which has the same code as the class that wrote the
     * record.
     */
    @SuppressWarnings("unchecked") // of the classes that were serialized
    private Class<Object> type(String name) throws IOException {
        try {
            return (Class<Object>) conf.getClassByName(name);
        } catch (ClassNotFoundException e) {
            throw new IOException(
                    "the class " + name + " of records that an earlier job read was not found", e);
        }
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
        return newObject(keyType, conf);
    }

    Object newValue() {
        return newObject(valueType, conf);
    }

    /** Creates an object to read a record into. */
    static Object newObject(Class<?> type, Configuration conf) {
        return type == NullWritable.class
                ? NullWritable.get()
                : ReflectionUtils.newInstance(type, conf);
    }

    RecordTraits traits() {
        return input.traits();
    }

    float progress() {
        return cursor.progress();
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            cache.lendingEnds(input);
        }
    }
}
