package io.millrace.formats.record;

import io.millrace.engine.record.RecordCursor;
import io.millrace.formats.registry.FieldReader;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Deserializes the keys and values under a cursor. A deserializer sees the bytes of its own key or
 * value and then the end of the stream, never the next record. Independent of configurations:
 * {@link RecordSerialization} creates the deserializer of a job. Used by one thread.
 */
public final class RecordDeserializer<K, V> {

    private final FieldReader<K> keys;
    private final FieldReader<V> values;

    /** Combines a reader of keys and a reader of values. */
    public RecordDeserializer(FieldReader<K> keys, FieldReader<V> values) {
        this.keys = keys;
        this.values = values;
    }

    /** The cursor's key, in {@code reuse} if that is not null and the serialization supports it. */
    public K key(RecordCursor cursor, @Nullable K reuse) throws IOException {
        return key(cursor.keyBytes(), cursor.keyOffset(), cursor.keyLength(), reuse);
    }

    /** The key in {@code bytes[at, at + length)}. */
    public K key(byte[] bytes, int at, int length, @Nullable K reuse) throws IOException {
        return keys.read(bytes, at, length, reuse);
    }

    /**
     * The cursor's value, in {@code reuse} if that is not null and the serialization supports it.
     */
    public V value(RecordCursor cursor, @Nullable V reuse) throws IOException {
        return value(cursor.valueBytes(), cursor.valueOffset(), cursor.valueLength(), reuse);
    }

    /** The value in {@code bytes[at, at + length)}. */
    public V value(byte[] bytes, int at, int length, @Nullable V reuse) throws IOException {
        return values.read(bytes, at, length, reuse);
    }
}
