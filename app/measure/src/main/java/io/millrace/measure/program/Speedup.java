package io.millrace.measure.program;

import io.millrace.measure.Sample;

/**
 * The quotient of two mean times.
 *
 * @param spread its standard deviation, from those of both samples
 */
record Speedup(double times, double spread) {

    /** How many times as fast {@code faster} is. */
    static Speedup of(Sample slower, Sample faster) {
        double times = slower.mean() / faster.mean();
        return new Speedup(times, times * Math.hypot(relative(slower), relative(faster)));
    }

    private static double relative(Sample sample) {
        return sample.standardDeviation() / sample.mean();
    }
}
