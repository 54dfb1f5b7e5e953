package io.millrace.bench.shuffles;

import java.util.List;

/** What the runs of one load in one way took, in the order in which they ran. */
public record Measured(Load load, Way way, List<Run> runs) {

    /**
     * One run.
     *
     * @param wall seconds from the job's submission to its end
     * @param processor seconds that processors spent on the process meanwhile
     */
    public record Run(double wall, double processor) {}

    public Measured {
        runs = List.copyOf(runs);
    }

    double wall() {
        return median(runs.stream().map(Run::wall).sorted().toList());
    }

    double processor() {
        return median(runs.stream().map(Run::processor).sorted().toList());
    }

    /** The lower one of the two in the middle, if there are two. */
    private static double median(List<Double> sorted) {
        return sorted.get((sorted.size() - 1) / 2);
    }
}
