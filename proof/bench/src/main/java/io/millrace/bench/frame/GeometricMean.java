package io.millrace.bench.frame;

import java.util.List;

/** Averages ratios. */
public final class GeometricMean {

    private GeometricMean() {}

    /** The geometric mean of one or more ratios. */
    public static double of(List<Double> ratios) {
        return Math.exp(ratios.stream().mapToDouble(Math::log).average().orElseThrow());
    }
}
