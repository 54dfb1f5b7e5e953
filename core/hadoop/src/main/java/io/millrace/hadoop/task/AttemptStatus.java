package io.millrace.hadoop.task;

import io.millrace.engine.task.OutputStatistics;
import io.millrace.hadoop.counters.AttemptReporter;
import io.millrace.hadoop.watch.QuickPath;
import java.util.EnumMap;
import java.util.Map;
import org.apache.hadoop.mapred.Counters;
import org.apache.hadoop.mapred.TaskAttemptID;
import org.apache.hadoop.mapreduce.TaskCounter;

/**
 * The visible state of one attempt, while it runs and afterwards: progress, status text, counters,
 * signs of life. The attempt writes it, the job reads it. Thread-safe.
 */
public final class AttemptStatus implements AttemptReporter.Observer {

    /** Overhead of a partition in a map output file: end mark and checksum. */
    static final int PARTITION_FRAME_BYTES = 6;

    private final TaskAttemptID id;
    private final Counters counters = new Counters();
    private final Map<QuickPath, Boolean> taken = new EnumMap<>(QuickPath.class);
    private volatile float progress;
    private volatile String text = "";
    private volatile boolean active = true;
    private volatile boolean waits;
    private volatile boolean countsOutput;

    /** The sum of all counters at the last check for a sign of life. */
    private long countedBefore;

    public AttemptStatus(TaskAttemptID id) {
        this.id = id;
    }

    public TaskAttemptID id() {
        return id;
    }

    /** The attempt's live counters. */
    public Counters counters() {
        return counters;
    }

    /** 0 to 1; never decreases. */
    @Override
    public float progress() {
        return progress;
    }

    @Override
    public void progress(float value) {
        progress = Math.max(progress, Math.min(1, value));
        active();
    }

    /** The last status text of the user's code. */
    public String text() {
        return text;
    }

    @Override
    public void text(String value) {
        text = value;
    }

    @Override
    public void active() {
        // Reading a shared field is cheap, but writing it is not, and it is nearly always set
        // already.
        if (!active) {
            active = true;
        }
    }

    /** Sets whether the attempt waits for a JVM to run in; it does not count as hanging then. */
    public void waits(boolean does) {
        waits = does;
        active();
    }

    /**
     * Whether the attempt has shown a sign of life since the last call: a record, progress, a
     * status, a counter. Used to end attempts that hang.
     */
    public synchronized boolean takeActive() {
        long counted = counted();
        boolean was = active || waits || counted != countedBefore;
        active = false;
        countedBefore = counted;
        return was;
    }

    /** Notes whether the attempt takes a quick path. Called once for each path that it may take. */
    synchronized void pathTaken(QuickPath path, boolean quick) {
        taken.put(path, quick);
    }

    /** The quick paths that the attempt could take, and whether it took them. */
    public synchronized Map<QuickPath, Boolean> taken() {
        return new EnumMap<>(taken);
    }

    /** Notes that the attempt's output bypasses the engine, so that its writer counts it. */
    void countsOutputItself() {
        countsOutput = true;
    }

    /** User code increments counters directly, without a notification. */
    private long counted() {
        long sum = 0;
        for (Counters.Group group : counters) {
            for (Counters.Counter counter : group) {
                sum += counter.getValue();
            }
        }
        return sum;
    }

    /**
     * Adds the engine's counts for a successful attempt. The job calls this once, from {@code
     * JobListener.attemptSucceeded}, with the arguments of that call.
     *
     * @param output a map attempt's output; {@link OutputStatistics#NONE} for a reduce attempt
     * @param partitions the job's reduce tasks; 0 for a reduce attempt and for a job without any
     */
    public void countOutput(OutputStatistics output, long spilledRecords, int partitions) {
        if (countsOutput) {
            return;
        }
        if (partitions > 0) {
            counters.findCounter(TaskCounter.MAP_OUTPUT_MATERIALIZED_BYTES)
                    .increment(output.framedBytes() + (long) PARTITION_FRAME_BYTES * partitions);
        }
        counters.findCounter(TaskCounter.SPILLED_RECORDS).increment(spilledRecords);
    }
}
