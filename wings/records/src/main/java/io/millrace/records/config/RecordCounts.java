package io.millrace.records.config;

import java.util.EnumMap;
import java.util.Map;

/**
 * Counts what a reader does not give to its mapper. Hadoop's counters are locked and found by their
 * names, so they get sums. Used by one thread.
 */
public final class RecordCounts {

    /** The group of the counters. */
    public static final String GROUP = "Millrace records";

    private static final int MOST_PENDING = 1024;

    /** Hadoop's counters. */
    public interface Target {
        /** Adds to a counter of the group {@link #GROUP}. */
        void add(String counter, long amount);
    }

    private final Target target;
    private final Map<RecordCounter, Long> sums = new EnumMap<>(RecordCounter.class);
    private int skipped;
    private int filtered;

    /** Counts for the task behind a target. */
    public RecordCounts(Target target) {
        this.target = target;
    }

    /** Counts a record that the schema skips. */
    public void skip() {
        if (++skipped == MOST_PENDING) {
            report();
        }
    }

    /** Counts a record that does not match. */
    public void filter() {
        if (++filtered == MOST_PENDING) {
            report();
        }
    }

    /** Adds to a counter of pages. */
    public void add(RecordCounter counter, long amount) {
        sums.merge(counter, amount, Long::sum);
    }

    /** Adds what was counted to Hadoop's counters. Called at the end of a split and on close. */
    public void report() {
        add(RecordCounter.SKIPPED, skipped);
        add(RecordCounter.FILTERED, filtered);
        skipped = 0;
        filtered = 0;
        sums.forEach(this::report);
        sums.clear();
    }

    private void report(RecordCounter counter, long amount) {
        if (amount != 0) {
            target.add(counter.toString(), amount);
        }
    }
}
