package io.millrace.formats.inputcache;

import io.millrace.engine.memory.ProcessMemory;
import io.millrace.engine.memory.Slab;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.DataOutputBuffer;
import org.apache.hadoop.io.serializer.SerializationFactory;
import org.apache.hadoop.io.serializer.Serializer;
import org.jspecify.annotations.Nullable;

/**
 * Serializes records into slabs. All records must have the classes of the first one. Used by one
 * thread at a time.
 */
public final class RecordPacker implements AutoCloseable {

    private final SerializationFactory factory;
    private final SlabSource memory;
    private final DataOutputBuffer out = new DataOutputBuffer();
    private final List<PackedRecords.Piece> full = new ArrayList<>();
    private @Nullable Fields fields;
    private @Nullable Slab slab;
    private int end;

    /** The classes of the records, and their writers. */
    private record Fields(
            Class<?> keyType,
            Class<?> valueType,
            Serializer<Object> keys,
            Serializer<Object> values) {}

    /** Packs records with the serializations of {@code conf}. */
    public RecordPacker(Configuration conf, SlabSource memory) {
        this.factory = new SerializationFactory(conf);
        this.memory = memory;
    }

    /** Adds a record; returns null, or the reason if that is not possible. */
    public @Nullable String add(@Nullable Object key, @Nullable Object value)
            throws IOException, InterruptedException {
        if (key == null || value == null) {
            return "it has records without keys or without values";
        }
        Fields known = fields;
        if (known == null) {
            known = open(key.getClass(), value.getClass());
            if (known == null) {
                return "io.serializations has no serialization for "
                        + key.getClass()
                        + " and "
                        + value.getClass();
            }
            fields = known;
        }
        if (key.getClass() != known.keyType() || value.getClass() != known.valueType()) {
            return "its records are of more than one class";
        }
        return pack(known, key, value)
                ? null
                : "it does not fit into millrace.memory.max (" + ProcessMemory.holders() + ")";
    }

    @SuppressWarnings("unchecked") // the serializations are those of these classes
    private @Nullable Fields open(Class<?> key, Class<?> value) throws IOException {
        Serializer<Object> keys = factory.getSerializer((Class<Object>) key);
        Serializer<Object> values = factory.getSerializer((Class<Object>) value);
        if (keys == null || values == null) {
            return null;
        }
        keys.open(out);
        values.open(out);
        return new Fields(key, value, keys, values);
    }

    private boolean pack(Fields known, Object key, Object value)
            throws IOException, InterruptedException {
        out.reset();
        known.keys().serialize(key);
        int keyLength = out.getLength();
        known.values().serialize(value);
        int length = PackedRecords.LENGTHS + out.getLength();
        Slab to = slab;
        if (to == null || to.capacity() - end < length) {
            endSlab();
            to = memory.take(length);
            slab = to;
            if (to == null) {
                return false;
            }
        }
        to.putInt(end, keyLength);
        to.putInt(end + Integer.BYTES, out.getLength() - keyLength);
        to.copyIn(end + PackedRecords.LENGTHS, out.getData(), 0, out.getLength());
        end += length;
        return true;
    }

    private void endSlab() {
        if (slab != null) {
            full.add(new PackedRecords.Piece(slab, end));
            slab = null;
            end = 0;
        }
    }

    /** The class of all packed keys; arbitrary without records. */
    public Class<?> keyType() {
        return fields == null ? Void.class : fields.keyType();
    }

    /** The class of all packed values; arbitrary without records. */
    public Class<?> valueType() {
        return fields == null ? Void.class : fields.valueType();
    }

    /** Hands over the packed records. */
    public PackedRecords packed() {
        endSlab();
        PackedRecords records = new PackedRecords(full);
        full.clear();
        return records;
    }

    /** Returns the memory that was not handed over. */
    @Override
    public void close() {
        packed().close();
    }
}
