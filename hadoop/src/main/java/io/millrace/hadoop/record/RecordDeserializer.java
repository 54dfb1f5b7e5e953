package io.millrace.hadoop.record;

import io.millrace.engine.record.RecordCursor;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.DataInputBuffer;
import org.apache.hadoop.io.serializer.Deserializer;
import org.apache.hadoop.io.serializer.SerializationFactory;
import org.jspecify.annotations.Nullable;

/**
 * Makes objects from the keys and values under a cursor. A deserializer sees the bytes of its own
 * key or value and then the end of the stream, never the next record. Used by one thread.
 */
public final class RecordDeserializer<K, V> {

    private final DataInputBuffer in = new DataInputBuffer();
    private final Deserializer<K> keys;
    private final Deserializer<V> values;

    /** Opens the deserializers that {@code conf} has for these classes. */
    public RecordDeserializer(Configuration conf, Class<K> keyClass, Class<V> valueClass)
            throws IOException {
        SerializationFactory factory = new SerializationFactory(conf);
        keys = open(factory, keyClass, "key");
        values = open(factory, valueClass, "value");
    }

    private <T> Deserializer<T> open(SerializationFactory factory, Class<T> type, String role)
            throws IOException {
        Deserializer<T> deserializer = factory.getDeserializer(type);
        if (deserializer == null) {
            throw new IOException(
                    "No serialization in io.serializations accepts the map output "
                            + role
                            + " class "
                            + type.getName()
                            + "; make it a Writable or add a serialization for it");
        }
        deserializer.open(in);
        return deserializer;
    }

    /** The cursor's key, in {@code reuse} if that is given and the serialization can. */
    public K key(RecordCursor cursor, @Nullable K reuse) throws IOException {
        in.reset(cursor.keyBytes(), cursor.keyOffset(), cursor.keyLength());
        return keys.deserialize(reuse);
    }

    /** The cursor's value, in {@code reuse} if that is given and the serialization can. */
    public V value(RecordCursor cursor, @Nullable V reuse) throws IOException {
        in.reset(cursor.valueBytes(), cursor.valueOffset(), cursor.valueLength());
        return values.deserialize(reuse);
    }
}
