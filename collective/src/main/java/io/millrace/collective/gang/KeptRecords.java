package io.millrace.collective.gang;

import io.millrace.engine.memory.MemoryBudget;
import io.millrace.engine.memory.Slab;
import io.millrace.engine.memory.SlabKind;
import io.millrace.hadoop.record.RecordDeserializer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.DataOutputBuffer;
import org.apache.hadoop.io.serializer.SerializationFactory;
import org.apache.hadoop.io.serializer.Serializer;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Records kept as serialized bytes in slabs of the engine's record memory: what they take is known
 * to the byte, the collector of garbage does not see them, and a mapper that changes its key or
 * value changes nothing that the next iteration reads.
 *
 * <pre>
 * a record:  key length, 4 bytes | value length, 4 bytes | key | value
 * </pre>
 */
final class KeptRecords implements SplitRecords {

    private static final Logger LOG = LoggerFactory.getLogger(KeptRecords.class);
    private static final int LENGTHS = 2 * Integer.BYTES;

    private final InputSplit split;
    private final List<Piece> pieces = new ArrayList<>();
    private Class<?> keyType = Void.class;
    private Class<?> valueType = Void.class;

    /** A slab, and where its records end. */
    private record Piece(Slab slab, int end) {}

    private KeptRecords(InputSplit split) {
        this.split = split;
    }

    /** Reads a split and keeps its records, if that is possible; else they are read again. */
    static SplitRecords of(
            InputSplit split, MemoryBudget memory, Configuration conf, TaskAttemptContext context)
            throws Exception {
        KeptRecords kept = new KeptRecords(split);
        SplitRecords again = new ReadAgain(split);
        boolean done = false;
        try (RecordReader<Object, Object> reader = again.open(conf, context)) {
            String obstacle = kept.keep(reader, memory, conf, context);
            done = obstacle == null;
            if (!done) {
                LOG.info("{} is read in each iteration: {}", split, obstacle);
            }
            return done ? kept : again;
        } finally {
            if (!done) {
                kept.close();
            }
        }
    }

    /** Why it cannot; null if it can. */
    private @Nullable String keep(
            RecordReader<Object, Object> reader,
            MemoryBudget memory,
            Configuration conf,
            TaskAttemptContext context)
            throws IOException, InterruptedException {
        if (!reader.nextKeyValue()) {
            return null;
        }
        if (reader.getCurrentKey() == null || reader.getCurrentValue() == null) {
            return "it has records without keys or without values";
        }
        keyType = reader.getCurrentKey().getClass();
        valueType = reader.getCurrentValue().getClass();
        Packer packer = Packer.of(conf, keyType, valueType, memory);
        if (packer == null) {
            return "there is no serialization for " + keyType + " and " + valueType;
        }
        try {
            return keep(reader, packer, context);
        } finally {
            packer.end(pieces);
        }
    }

    private @Nullable String keep(
            RecordReader<Object, Object> reader, Packer packer, TaskAttemptContext context)
            throws IOException, InterruptedException {
        do {
            Object key = reader.getCurrentKey();
            Object value = reader.getCurrentValue();
            if (key == null
                    || value == null
                    || key.getClass() != keyType
                    || value.getClass() != valueType) {
                return "its records are of more than one class";
            }
            if (!packer.add(key, value, pieces)) {
                return "there is no room for it in millrace.memory.max";
            }
            context.progress();
        } while (reader.nextKeyValue());
        return null;
    }

    /** Serializes records and lays them into slabs. */
    private static final class Packer {

        private final Serializer<Object> keys;
        private final Serializer<Object> values;
        private final MemoryBudget memory;
        private final DataOutputBuffer out = new DataOutputBuffer();
        private @Nullable Slab slab;
        private int end;

        private Packer(Serializer<Object> keys, Serializer<Object> values, MemoryBudget memory)
                throws IOException {
            this.keys = keys;
            this.values = values;
            this.memory = memory;
            keys.open(out);
            values.open(out);
        }

        @SuppressWarnings("unchecked") // the serializations are asked for these very classes
        static @Nullable Packer of(
                Configuration conf, Class<?> key, Class<?> value, MemoryBudget memory)
                throws IOException {
            SerializationFactory factory = new SerializationFactory(conf);
            Serializer<Object> keys = factory.getSerializer((Class<Object>) key);
            Serializer<Object> values = factory.getSerializer((Class<Object>) value);
            return keys == null || values == null ? null : new Packer(keys, values, memory);
        }

        /** Whether there was room. */
        boolean add(Object key, Object value, List<Piece> full)
                throws IOException, InterruptedException {
            out.reset();
            keys.serialize(key);
            int keyLength = out.getLength();
            values.serialize(value);
            int length = LENGTHS + out.getLength();
            Slab to = slab;
            if (to == null || to.capacity() - end < length) {
                end(full);
                to = memory.tryTake(SlabKind.HEAP, Math.max(memory.slabBytes(), length));
                slab = to;
                if (to == null) {
                    return false;
                }
            }
            to.putInt(end, keyLength);
            to.putInt(end + Integer.BYTES, out.getLength() - keyLength);
            to.copyIn(end + LENGTHS, out.getData(), 0, out.getLength());
            end += length;
            return true;
        }

        /** Hands on the slab that is being filled. */
        void end(List<Piece> full) {
            if (slab != null) {
                full.add(new Piece(slab, end));
                slab = null;
                end = 0;
            }
        }
    }

    @Override
    public InputSplit split() {
        return split;
    }

    @Override
    public RecordReader<Object, Object> open(Configuration conf, TaskAttemptContext context)
            throws IOException {
        return new Reader(pieces.isEmpty() ? null : deserializer(conf));
    }

    @SuppressWarnings("unchecked") // of the classes that were serialized
    private RecordDeserializer<Object, Object> deserializer(Configuration conf) throws IOException {
        return new RecordDeserializer<>(conf, (Class<Object>) keyType, (Class<Object>) valueType);
    }

    @Override
    public void close() {
        pieces.forEach(piece -> piece.slab().close());
        pieces.clear();
    }

    /**
     * Makes objects of the records again; the same ones for each, as Hadoop's readers do. Before
     * the first one there are none, as with Hadoop's.
     */
    @SuppressWarnings("NullAway") // Hadoop does not say that they may be null
    private final class Reader extends RecordReader<Object, Object> {

        private final @Nullable RecordDeserializer<Object, Object> deserializer;
        private int piece;
        private int at;
        private @Nullable Object key;
        private @Nullable Object value;

        Reader(@Nullable RecordDeserializer<Object, Object> deserializer) {
            this.deserializer = deserializer;
        }

        @Override
        public void initialize(InputSplit whole, TaskAttemptContext context) {}

        @Override
        public boolean nextKeyValue() throws IOException {
            while (piece < pieces.size() && at == pieces.get(piece).end()) {
                piece++;
                at = 0;
            }
            if (deserializer == null || piece == pieces.size()) {
                return false;
            }
            Slab slab = pieces.get(piece).slab();
            int keyLength = slab.getInt(at);
            int valueLength = slab.getInt(at + Integer.BYTES);
            int keyAt = at + LENGTHS;
            key = deserializer.key(slab.array(), keyAt, keyLength, key);
            value = deserializer.value(slab.array(), keyAt + keyLength, valueLength, value);
            at = keyAt + keyLength + valueLength;
            return true;
        }

        @Override
        public @Nullable Object getCurrentKey() {
            return key;
        }

        @Override
        public @Nullable Object getCurrentValue() {
            return value;
        }

        @Override
        public float getProgress() {
            return pieces.isEmpty() ? 1 : (float) piece / pieces.size();
        }

        @Override
        public void close() {}
    }
}
