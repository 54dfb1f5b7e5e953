package io.millrace.collective.gang;

import io.millrace.collective.config.CollectiveKeys;
import io.millrace.collective.config.Keep;
import io.millrace.engine.memory.MemoryAccount;
import io.millrace.engine.memory.SlabKind;
import io.millrace.engine.task.Cancellation;
import io.millrace.formats.inputcache.PackedCursor;
import io.millrace.formats.inputcache.PackedRecords;
import io.millrace.formats.inputcache.RecordPacker;
import io.millrace.formats.record.RecordDeserializer;
import io.millrace.formats.record.RecordSerialization;
import io.millrace.formats.registry.JobFormats;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Records of a split that stay in memory between iterations. */
final class CachedRecords implements SplitRecords {

    private static final Logger LOG = LoggerFactory.getLogger(CachedRecords.class);

    private final InputSplit split;
    private final PackedRecords records;
    private final Class<?> keyType;
    private final Class<?> valueType;

    private CachedRecords(InputSplit split, RecordPacker packer) {
        this.split = split;
        this.records = packer.packed();
        this.keyType = packer.keyType();
        this.valueType = packer.valueType();
    }

    /**
     * Reads a split and caches its records if possible; otherwise each iteration reads them again.
     */
    static SplitRecords of(
            InputSplit split, MemoryAccount memory, Configuration conf, TaskAttemptContext context)
            throws Exception {
        SplitRecords again = new ReadAgain(split);
        try (RecordReader<Object, Object> reader = again.open(conf, context);
                RecordPacker packer =
                        new RecordPacker(
                                conf,
                                bytes ->
                                        memory.tryTake(
                                                SlabKind.HEAP,
                                                Math.max(memory.slabBytes(), bytes)))) {
            String obstacle = null;
            Cancellation cancellation = Cancellation.here();
            while (obstacle == null && reader.nextKeyValue()) {
                cancellation.record();
                obstacle = packer.add(reader.getCurrentKey(), reader.getCurrentValue());
                context.progress();
            }
            if (obstacle == null) {
                CachedRecords cached = new CachedRecords(split, packer);
                return CollectiveKeys.KEEP.in(conf::get) == Keep.OBJECTS
                        ? CachedObjects.of(cached, memory, conf)
                        : cached;
            }
            LOG.info("{} is read in each iteration: {}", split, obstacle);
            return again;
        }
    }

    @Override
    public InputSplit split() {
        return split;
    }

    @Override
    public RecordReader<Object, Object> open(Configuration conf, TaskAttemptContext context)
            throws IOException {
        return reader(conf, true);
    }

    private Reader reader(Configuration conf, boolean reuse) throws IOException {
        return new Reader(records.isEmpty() ? null : deserializer(conf), reuse);
    }

    /** Opens a reader with new objects for each record. */
    RecordReader<Object, Object> openAnew(Configuration conf) throws IOException {
        return reader(conf, false);
    }

    int count() {
        int count = 0;
        for (PackedCursor cursor = records.read(); cursor.next(); ) {
            count++;
        }
        return count;
    }

    @SuppressWarnings("unchecked") // of the classes that were serialized
    private RecordDeserializer<Object, Object> deserializer(Configuration conf) throws IOException {
        return new RecordSerialization(conf, JobFormats.in(conf::get))
                .deserializer((Class<Object>) keyType, (Class<Object>) valueType);
    }

    @Override
    public void close() {
        records.close();
    }

    /**
     * Deserializes the records; reuses the same objects, as Hadoop's readers do, unless new ones
     * are requested. Key and value are null before the first record, as with Hadoop's readers.
     */
    @SuppressWarnings("NullAway") // Hadoop does not declare that they may be null
    private final class Reader extends RecordReader<Object, Object> {

        private final @Nullable RecordDeserializer<Object, Object> deserializer;
        private final boolean reuse;
        private final PackedCursor cursor = records.read();
        private @Nullable Object key;
        private @Nullable Object value;

        Reader(@Nullable RecordDeserializer<Object, Object> deserializer, boolean reuse) {
            this.deserializer = deserializer;
            this.reuse = reuse;
        }

        @Override
        public void initialize(InputSplit whole, TaskAttemptContext context) {}

        @Override
        public boolean nextKeyValue() throws IOException {
            if (deserializer == null || !cursor.next()) {
                return false;
            }
            byte[] bytes = cursor.array();
            if (!reuse) {
                key = null;
                value = null;
            }
            key = deserializer.key(bytes, cursor.keyAt(), cursor.keyLength(), key);
            value = deserializer.value(bytes, cursor.valueAt(), cursor.valueLength(), value);
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
            return cursor.progress();
        }

        @Override
        public void close() {}
    }
}
