package io.millrace.collective.gang;

import io.millrace.engine.memory.HeldObjects;
import io.millrace.engine.memory.MemoryAccount;
import io.millrace.engine.memory.ProcessMemory;
import io.millrace.engine.task.Cancellation;
import java.io.IOException;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Records of a split that stay in memory as objects: each mapper gets the same ones. Their charge
 * to the budget is the JVM's measure of allocations during their creation. Used by the worker's
 * thread.
 */
final class CachedObjects implements SplitRecords {

    private static final Logger LOG = LoggerFactory.getLogger(CachedObjects.class);

    /** Number of records between requests for memory. */
    private static final int BATCH = 1024;

    private final InputSplit split;
    private final HeldObjects held;

    /** Alternating keys and values. */
    private Object[] objects = {};

    private CachedObjects(InputSplit split, MemoryAccount memory) {
        this.split = split;
        this.held = new HeldObjects(memory);
    }

    /** Deserializes records and releases their bytes; returns the bytes if memory is short. */
    static SplitRecords of(CachedRecords bytes, MemoryAccount memory, Configuration conf)
            throws IOException, InterruptedException {
        Optional<Allocations> allocations = Allocations.ofThisThread();
        CachedObjects cached = new CachedObjects(bytes.split(), memory);
        boolean complete = false;
        try (RecordReader<Object, Object> reader = bytes.openAnew(conf)) {
            complete =
                    allocations.isPresent()
                            && cached.fill(reader, bytes.count(), allocations.get());
        } finally {
            (complete ? bytes : cached).close();
        }
        if (!complete) {
            LOG.info(
                    "the records of {} stay in memory as bytes: {}",
                    bytes.split(),
                    allocations.isPresent()
                            ? "as objects they do not fit into millrace.memory.max ("
                                    + ProcessMemory.holders()
                                    + ")"
                            : "this JVM does not measure allocations");
        }
        return complete ? cached : bytes;
    }

    private boolean fill(RecordReader<Object, Object> reader, int count, Allocations allocations)
            throws IOException, InterruptedException {
        objects = new Object[2 * count];
        Cancellation cancellation = Cancellation.here();
        for (int at = 0; reader.nextKeyValue(); at += 2) {
            cancellation.record();
            objects[at] = reader.getCurrentKey();
            objects[at + 1] = reader.getCurrentValue();
            if (at % (2 * BATCH) == 0 && !held.tryTake(allocations.bytes())) {
                return false;
            }
        }
        return held.tryTake(allocations.bytes());
    }

    @Override
    public InputSplit split() {
        return split;
    }

    @Override
    public RecordReader<Object, Object> open(Configuration conf, TaskAttemptContext context) {
        return new Reader(objects);
    }

    @Override
    public void close() {
        objects = new Object[] {};
        held.close();
    }

    /**
     * Iterates over the objects. Key and value are null before the first record, as with Hadoop's
     * readers.
     */
    @SuppressWarnings("NullAway") // Hadoop does not declare that they may be null
    private static final class Reader extends RecordReader<Object, Object> {

        private final Object[] objects;
        private int next;

        Reader(Object[] objects) {
            this.objects = objects;
        }

        @Override
        public void initialize(InputSplit whole, TaskAttemptContext context) {}

        @Override
        public boolean nextKeyValue() {
            if (next == objects.length) {
                return false;
            }
            next += 2;
            return true;
        }

        @Override
        public @Nullable Object getCurrentKey() {
            return next == 0 ? null : objects[next - 2];
        }

        @Override
        public @Nullable Object getCurrentValue() {
            return next == 0 ? null : objects[next - 1];
        }

        @Override
        public float getProgress() {
            return objects.length == 0 ? 1 : (float) next / objects.length;
        }

        @Override
        public void close() {}
    }
}
