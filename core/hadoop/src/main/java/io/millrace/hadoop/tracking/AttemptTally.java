package io.millrace.hadoop.tracking;

import org.apache.hadoop.mapred.Counters;
import org.apache.hadoop.mapreduce.JobCounter;

/**
 * Counts the attempts of one kind that a job started and lost, and their run time. Guarded by the
 * tracker's lock.
 */
final class AttemptTally {

    private int launched;
    private int failed;
    private int killed;
    private long millis;

    void launched() {
        launched++;
    }

    void ended(AttemptTrack.Outcome outcome, long millisTaken) {
        millis += millisTaken;
        switch (outcome) {
            case FAILED -> failed++;
            case KILLED -> killed++;
            default -> {}
        }
    }

    /** An attempt that had succeeded counts as killed, as on a cluster that loses its node. */
    void lost() {
        killed++;
    }

    void addMapsTo(Counters counters) {
        add(counters, JobCounter.TOTAL_LAUNCHED_MAPS, launched);
        // All data is local to the only machine.
        add(counters, JobCounter.DATA_LOCAL_MAPS, launched);
        add(counters, JobCounter.NUM_FAILED_MAPS, failed);
        add(counters, JobCounter.NUM_KILLED_MAPS, killed);
        add(counters, JobCounter.MILLIS_MAPS, millis);
    }

    void addReducesTo(Counters counters) {
        add(counters, JobCounter.TOTAL_LAUNCHED_REDUCES, launched);
        add(counters, JobCounter.NUM_FAILED_REDUCES, failed);
        add(counters, JobCounter.NUM_KILLED_REDUCES, killed);
        add(counters, JobCounter.MILLIS_REDUCES, millis);
    }

    /** As on a cluster, a counter that stays 0 is left out. */
    private static void add(Counters counters, JobCounter counter, long value) {
        if (value > 0) {
            counters.findCounter(counter).increment(value);
        }
    }
}
