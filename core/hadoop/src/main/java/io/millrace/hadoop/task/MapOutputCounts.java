package io.millrace.hadoop.task;

import java.util.function.BooleanSupplier;
import org.apache.hadoop.mapred.Counters;
import org.apache.hadoop.mapred.Reporter;
import org.apache.hadoop.mapreduce.TaskCounter;

/**
 * Counts the records and bytes of a map output. They go into the counters at intervals, or one by
 * one if the job's code looks at the counters. Used under the lock of its owner.
 */
final class MapOutputCounts {

    private static final int INTERVAL_RECORDS = 1024;

    private final Counters.Counter recordCounter;
    private final Counters.Counter byteCounter;
    private final BooleanSupplier watched;
    private final Runnable alive;

    /** Records and bytes not yet in the counters. */
    private long records;

    private long bytes;

    private int untilNextSign = INTERVAL_RECORDS;

    private MapOutputCounts(
            Counters.Counter recordCounter,
            Counters.Counter byteCounter,
            BooleanSupplier watched,
            Runnable alive) {
        this.recordCounter = recordCounter;
        this.byteCounter = byteCounter;
        this.watched = watched;
        this.alive = alive;
    }

    /** Those of an attempt of Millrace's own. */
    static MapOutputCounts of(AttemptFrame frame) {
        return new MapOutputCounts(
                frame.counter(TaskCounter.MAP_OUTPUT_RECORDS),
                frame.counter(TaskCounter.MAP_OUTPUT_BYTES),
                frame.reporter()::countsAreWatched,
                frame.status()::active);
    }

    /** Those of a task of Hadoop's, whose code nobody can see look at its counters. */
    static MapOutputCounts of(Reporter reporter) {
        return new MapOutputCounts(
                reporter.getCounter(TaskCounter.MAP_OUTPUT_RECORDS),
                reporter.getCounter(TaskCounter.MAP_OUTPUT_BYTES),
                () -> true,
                reporter::progress);
    }

    /** Counts a record of so many bytes. */
    void add(int length) {
        records++;
        bytes += length;
        if (watched.getAsBoolean()) {
            move();
        }
        if (--untilNextSign == 0) {
            untilNextSign = INTERVAL_RECORDS;
            move();
            alive.run();
        }
    }

    /** Moves the counts to the counters. */
    void move() {
        recordCounter.increment(records);
        byteCounter.increment(bytes);
        records = 0;
        bytes = 0;
    }
}
