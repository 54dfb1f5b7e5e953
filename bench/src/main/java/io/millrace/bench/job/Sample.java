package io.millrace.bench.job;

import java.util.Collections;
import java.util.List;

/** Figures of the same thing, measured several times, in the order in which they were. */
public record Sample(List<Double> values) {

    /** There is at least one. */
    public Sample {
        if (values.isEmpty()) {
            throw new IllegalArgumentException("a sample has at least one figure");
        }
        values = List.copyOf(values);
    }

    /** The middle one; of an even number, the mean of the two in the middle. */
    public double median() {
        List<Double> sorted = values.stream().sorted().toList();
        int middle = sorted.size() / 2;
        return sorted.size() % 2 == 1
                ? sorted.get(middle)
                : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
    }

    public double min() {
        return Collections.min(values);
    }

    public double max() {
        return Collections.max(values);
    }
}
