package io.millrace.measure;

import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Measurements of one quantity, in the order in which they were taken. */
public record Sample(List<Double> values) {

    /**
     * Scales the median of absolute deviations to a standard deviation of a normal distribution.
     */
    private static final double NORMAL = 1.4826;

    /** Distance of an outlier from the median, in such deviations; the limit of hyperfine. */
    private static final double OUTLIER = 10;

    /** Checks that there is at least one value. */
    public Sample {
        if (values.isEmpty()) {
            throw new IllegalArgumentException("a sample has at least one value");
        }
        values = List.copyOf(values);
    }

    /** The middle value, or the mean of the two in the middle. */
    public double median() {
        return median(values);
    }

    private static double median(List<Double> values) {
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

    public double mean() {
        return values.stream().mapToDouble(value -> value).average().orElseThrow();
    }

    /** Averages values as ratios have it. */
    public double geometricMean() {
        return Math.exp(values.stream().mapToDouble(Math::log).average().orElseThrow());
    }

    /** Standard deviation of the sample; 0 for one value. */
    public double standardDeviation() {
        double mean = mean();
        double squares =
                values.stream().mapToDouble(value -> (value - mean) * (value - mean)).sum();
        return Math.sqrt(squares / Math.max(1, values.size() - 1));
    }

    /** Values far from the median, as the median of the deviations from it counts them. */
    public List<Double> outliers() {
        double median = median();
        double deviation =
                NORMAL * median(values.stream().map(value -> Math.abs(value - median)).toList());
        return deviation == 0
                ? List.of()
                : values.stream()
                        .filter(value -> Math.abs(value - median) / deviation > OUTLIER)
                        .toList();
    }

    /** All values, in the order in which they were taken. */
    @Override
    public String toString() {
        return values.stream()
                .map(value -> String.format(Locale.ROOT, "%.2f", value))
                .collect(Collectors.joining(", "));
    }
}
