package io.millrace.hadoop.task;

import io.millrace.engine.record.RecordOutput;
import io.millrace.engine.record.RecordSink;
import io.millrace.engine.task.AttemptGuard;
import io.millrace.engine.trace.Phase;
import io.millrace.engine.trace.PhaseMark;
import io.millrace.formats.record.RecordSerialization;
import io.millrace.formats.record.RecordSerializer;
import io.millrace.hadoop.plan.TaskPlan;
import java.io.IOException;
import org.apache.hadoop.mapred.Counters;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.Reporter;
import org.apache.hadoop.mapreduce.TaskCounter;

/**
 * Collects a mapper's output for reducers: chooses the partition, checks the classes, serializes
 * into the engine's sink, and counts. Created by the attempt's own thread. Any thread may emit, one
 * at a time behind a lock (contract MAP-1). Once closed, it rejects records (MAP-2).
 */
public final class MapCollector {

    /** Chooses the partition of a record; called under the collector's lock. */
    interface Partitions {
        int of(Object key, Object value, int partitions);
    }

    private static final int FOLD_RECORDS = 1024;

    private final OwnerLock lock = new OwnerLock();
    private final RecordSink sink;
    private final RecordSerializer<Object, Object> serializer;
    private final AttemptGuard guard;
    private final PhaseMark mark;
    private final MapOutputTypes types;
    private final Runnable alive;
    private final Counters.Counter recordCounter;
    private final Counters.Counter byteCounter;
    private Partitions partitions = (key, value, count) -> 0;
    private boolean closed;

    /** Records and bytes not yet in the counters. */
    private long records;

    private long bytes;

    /** Collects the output of an attempt of Millrace's own. */
    MapCollector(AttemptFrame frame, RecordSink sink) throws IOException {
        this(
                frame.conf(),
                frame.plan(),
                sink,
                frame.guard(),
                frame.reporter(),
                frame.status()::active);
    }

    /**
     * Collects the output of an attempt.
     *
     * @param plan of the job, for that attempt
     * @param alive called at intervals while records are emitted
     */
    @SuppressWarnings("unchecked") // the classes of a job are known at run time only
    MapCollector(
            JobConf conf,
            TaskPlan plan,
            RecordSink sink,
            AttemptGuard guard,
            Reporter reporter,
            Runnable alive)
            throws IOException {
        this.sink = sink;
        Class<Object> keys = (Class<Object>) conf.getMapOutputKeyClass();
        Class<Object> values = (Class<Object>) conf.getMapOutputValueClass();
        serializer =
                new RecordSerialization(conf, plan.formats())
                        .serializer(keys, values, plan.records());
        serializer.target(sink);
        this.guard = guard;
        mark = guard.mark();
        types = MapOutputTypes.of(conf);
        this.alive = alive;
        recordCounter = reporter.getCounter(TaskCounter.MAP_OUTPUT_RECORDS);
        byteCounter = reporter.getCounter(TaskCounter.MAP_OUTPUT_BYTES);
    }

    /** Number of partitions; a partitioner is created and used only if there are several. */
    int partitionCount() {
        return types.partitions();
    }

    /** Sets the partitioner. Called before the first record. */
    void partitions(Partitions chooser) {
        partitions = chooser;
    }

    /** Collects one record; the caller may reuse both objects at once. */
    void collect(Object key, Object value) throws IOException, InterruptedException {
        lock.enter();
        mark.enter(Phase.COLLECT);
        try {
            int count = types.partitions();
            add(key, value, count > 1 ? partitions.of(key, value, count) : 0);
        } finally {
            lock.exit();
        }
    }

    /** Collects one record whose partition is known. */
    public void collect(Object key, Object value, int partition)
            throws IOException, InterruptedException {
        lock.enter();
        mark.enter(Phase.COLLECT);
        try {
            add(key, value, partition);
        } finally {
            lock.exit();
        }
    }

    /**
     * Collects one record that is serialized already, and whose classes and partition were checked.
     *
     * @param bytes has the key at {@code at}, and the value after it
     */
    public void collectSerialized(
            byte[] bytes, int at, int keyLength, int valueLength, int partition)
            throws IOException, InterruptedException {
        lock.enter();
        try {
            checkOpen();
            write(bytes, at, keyLength, valueLength, partition);
            added(keyLength + valueLength);
        } finally {
            lock.exit();
        }
    }

    private void write(byte[] bytes, int at, int keyLength, int valueLength, int partition)
            throws IOException, InterruptedException {
        boolean ended = false;
        try {
            RecordOutput record = sink.output();
            record.write(bytes, at, keyLength);
            sink.endKey();
            record.write(bytes, at + keyLength, valueLength);
            sink.endRecord(partition);
            ended = true;
        } finally {
            if (!ended) {
                sink.discardRecord();
            }
        }
    }

    private void checkOpen() throws IOException {
        if (closed) {
            throw new IOException(
                    "a record was emitted after its map attempt " + guard.attempt() + " had ended");
        }
        guard.check();
    }

    private void add(Object key, Object value, int partition)
            throws IOException, InterruptedException {
        checkOpen();
        types.check(key, value, partition);
        int length = serializer.write(key, value, partition);
        mark.enter(Phase.MAP);
        added(length);
    }

    private void added(int length) {
        bytes += length;
        if (++records == FOLD_RECORDS) {
            foldCounts();
        }
    }

    /** Ends the output; later records are rejected. May be called twice. */
    public void close() {
        lock.enter();
        try {
            if (!closed) {
                closed = true;
                sink.discardRecord();
                foldCounts();
            }
        } finally {
            lock.exit();
        }
    }

    private void foldCounts() {
        recordCounter.increment(records);
        byteCounter.increment(bytes);
        records = 0;
        bytes = 0;
        alive.run();
    }
}
