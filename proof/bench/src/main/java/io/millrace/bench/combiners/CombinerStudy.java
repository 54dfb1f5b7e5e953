package io.millrace.bench.combiners;

import io.millrace.bench.job.BenchException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Measures all kinds and prints a table, and what misses the goal. Used by one thread. */
public final class CombinerStudy {

    private final CombinerRuns jobs;
    private final List<String> misses = new ArrayList<>();

    public CombinerStudy(CombinerRuns jobs) {
        this.jobs = jobs;
    }

    /** Prints the figures of all kinds, line by line. */
    public void print(int runs) throws IOException, InterruptedException, BenchException {
        System.out.println(
                "| combiner | way | records combined | records out | bytes shuffled | of stock's |"
                        + " processor time | of stock's |");
        System.out.println("|---|---|---|---|---|---|---|---|");
        for (CombinerKind kind : CombinerKind.values()) {
            CombinerRow row = jobs.measure(kind, runs);
            System.out.print(row.lines());
            for (CombinerWay way : List.of(CombinerWay.MILLRACE, CombinerWay.WORKERS)) {
                if (row.misses(way)) {
                    misses.add(kind.name().toLowerCase(Locale.ROOT) + " in " + way.title());
                }
            }
        }
    }

    /**
     * The kinds and ways with more than 1.1 times the bytes, or at least the processor time, of
     * stock Hadoop.
     */
    public List<String> misses() {
        return List.copyOf(misses);
    }
}
