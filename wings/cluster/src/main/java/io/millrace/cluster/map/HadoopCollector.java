package io.millrace.cluster.map;

import java.io.IOException;
import java.io.OutputStream;
import java.lang.reflect.Field;
import org.apache.hadoop.io.serializer.Serializer;
import org.apache.hadoop.mapred.MapOutputCollector;
import org.apache.hadoop.mapred.MapTask;
import org.jspecify.annotations.Nullable;

/**
 * Hadoop's own collector after some records were held. They are passed on as they were serialized,
 * because an object that is read back may write itself in another way. Hadoop's collector takes
 * only objects: its serializers are replaced by some that write what was held, until all of it is
 * passed on. Used under the lock of its owner.
 */
final class HadoopCollector {

    private final MapTask.MapOutputBuffer<Object, Object> buffer = new MapTask.MapOutputBuffer<>();

    private HadoopCollector() {}

    /** Opens Hadoop's collector, and passes on what was held. */
    static HadoopCollector after(HeldOutput held, MapOutputCollector.Context context)
            throws IOException, InterruptedException {
        HadoopCollector collector = new HadoopCollector();
        try {
            collector.buffer.init(context);
            Object key = held.someKey();
            Object value = held.someValue();
            if (key != null && value != null) {
                collector.replay(held, key, value);
            }
            return collector;
        } catch (ReflectiveOperationException e) {
            throw new IOException("Hadoop's collector cannot be opened: " + e, e);
        }
    }

    private void replay(HeldOutput held, Object key, Object value)
            throws IOException, InterruptedException, ReflectiveOperationException {
        OutputStream stream = (OutputStream) field("bb").get(buffer);
        HeldPart keys = new HeldPart(stream);
        HeldPart values = new HeldPart(stream);
        Field keySerializer = field("keySerializer");
        Field valueSerializer = field("valSerializer");
        Object hadoopsKeys = keySerializer.get(buffer);
        Object hadoopsValues = valueSerializer.get(buffer);
        keySerializer.set(buffer, keys);
        valueSerializer.set(buffer, values);
        held.replay((bytes, at, keyLength, valueLength, partition) -> {
            keys.set(bytes, at, keyLength);
            values.set(bytes, at + keyLength, valueLength);
            buffer.collect(key, value, partition);
        });
        keySerializer.set(buffer, hadoopsKeys);
        valueSerializer.set(buffer, hadoopsValues);
    }

    private static Field field(String name) throws NoSuchFieldException {
        Field field = MapTask.MapOutputBuffer.class.getDeclaredField(name);
        field.setAccessible(true);
        return field;
    }

    void collect(Object key, Object value, int partition) throws IOException {
        buffer.collect(key, value, partition);
    }

    void flush() throws IOException, InterruptedException {
        try {
            buffer.flush();
        } catch (ClassNotFoundException e) {
            throw new IOException("a class of the job's combiner is missing: " + e, e);
        }
    }

    void close() {
        buffer.close();
    }

    /** Writes the key or the value of the record that is passed on, whatever object it is given. */
    private static final class HeldPart implements Serializer<Object> {

        private final OutputStream stream;
        private byte @Nullable [] bytes;
        private int at;
        private int length;

        HeldPart(OutputStream stream) {
            this.stream = stream;
        }

        void set(byte[] held, int from, int size) {
            bytes = held;
            at = from;
            length = size;
        }

        @Override
        public void serialize(Object ignored) throws IOException {
            stream.write(bytes, at, length);
        }

        @Override
        public void open(OutputStream out) {}

        @Override
        public void close() {}
    }
}
