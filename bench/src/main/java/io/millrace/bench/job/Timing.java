package io.millrace.bench.job;

import java.util.List;

/** Wall-clock seconds of a contender's runs, in the order in which they ran. */
public record Timing(Contender contender, List<Double> seconds) {

    public Timing {
        seconds = List.copyOf(seconds);
    }

    /** The middle one; of an even number, the mean of the two in the middle. */
    public double median() {
        return median(seconds);
    }

    /** That of any seconds. */
    public static double median(List<Double> seconds) {
        List<Double> sorted = seconds.stream().sorted().toList();
        int middle = sorted.size() / 2;
        return sorted.size() % 2 == 1
                ? sorted.get(middle)
                : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
    }
}
