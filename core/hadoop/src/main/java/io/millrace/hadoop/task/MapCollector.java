package io.millrace.hadoop.task;

import io.millrace.engine.record.RecordSink;
import io.millrace.engine.task.AttemptGuard;
import io.millrace.engine.trace.Phase;
import io.millrace.engine.trace.PhaseMark;
import io.millrace.formats.record.RecordSerialization;
import io.millrace.formats.record.RecordSerializer;
import io.millrace.hadoop.plan.TaskPlan;
import java.io.IOException;
import org.apache.hadoop.mapred.JobConf;

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

    private final OwnerLock lock = new OwnerLock();
    private final RecordSink sink;
    private final RecordSerializer<Object, Object> serializer;
    private final AttemptGuard guard;
    private final PhaseMark mark;
    private final MapOutputTypes types;
    private final MapOutputCounts counts;
    private Partitions partitions = (key, value, count) -> 0;
    private boolean closed;

    /** Collects the output of an attempt of Millrace's own. */
    MapCollector(AttemptFrame frame, RecordSink sink) throws IOException {
        this(frame.conf(), frame.plan(), sink, frame.guard(), MapOutputCounts.of(frame));
        frame.reporter().countsMovedBy(this::moveCounts);
    }

    /**
     * Collects the output of an attempt.
     *
     * @param plan of the job, for that attempt
     */
    @SuppressWarnings("unchecked") // the classes of a job are known at run time only
    MapCollector(
            JobConf conf,
            TaskPlan plan,
            RecordSink sink,
            AttemptGuard guard,
            MapOutputCounts counts)
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
        this.counts = counts;
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
        counts.add(length);
    }

    /** Moves counts to the counters for the job's code, unless that runs inside a record. */
    private void moveCounts() {
        if (lock.isHeld()) {
            return;
        }
        lock.enter();
        try {
            counts.move();
        } finally {
            lock.exit();
        }
    }

    /** Ends the output; later records are rejected. May be called twice. */
    public void close() {
        lock.enter();
        try {
            if (!closed) {
                closed = true;
                sink.discardRecord();
                counts.move();
            }
        } finally {
            lock.exit();
        }
    }
}
