package io.millrace.measure;

import java.util.Locale;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/**
 * The 95 % interval of the geometric mean of ratios, each of two runs that were neighbours in time,
 * by the bootstrap: what both met on the machine cancels out.
 */
public record PairedRatio(double from, double to) {

    private static final int LEAST_PAIRS = 3;
    private static final int RESAMPLES = 4000;
    private static final double TAIL = 0.025;

    /** Nothing if there are too few pairs for an interval. */
    public static Optional<PairedRatio> of(Sample above, Sample below) {
        int pairs = Math.min(above.values().size(), below.values().size());
        if (pairs < LEAST_PAIRS) {
            return Optional.empty();
        }
        double[] logs =
                IntStream.range(0, pairs)
                        .mapToDouble(i -> Math.log(above.values().get(i) / below.values().get(i)))
                        .toArray();
        SplittableRandom random = new SplittableRandom(1);
        double[] means =
                DoubleStream.generate(() -> resampledMean(logs, random))
                        .limit(RESAMPLES)
                        .sorted()
                        .toArray();
        int tail = (int) (TAIL * RESAMPLES);
        return Optional.of(
                new PairedRatio(Math.exp(means[tail]), Math.exp(means[RESAMPLES - 1 - tail])));
    }

    private static double resampledMean(double[] values, SplittableRandom random) {
        return IntStream.range(0, values.length)
                .mapToDouble(i -> values[random.nextInt(values.length)])
                .average()
                .orElseThrow();
    }

    @Override
    public String toString() {
        return String.format(Locale.ROOT, "%.2f - %.2f", from, to);
    }
}
