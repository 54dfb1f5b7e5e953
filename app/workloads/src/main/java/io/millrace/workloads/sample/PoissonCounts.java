package io.millrace.workloads.sample;

import java.util.SplittableRandom;

/** Draws Poisson-distributed numbers with a given mean. Immutable. */
public final class PoissonCounts {

    /** For larger means, the probability of 0 is too small for a double. */
    public static final double MAX_MEAN = 700;

    private final double never;

    public PoissonCounts(double mean) {
        if (!(mean >= 0 && mean <= MAX_MEAN)) {
            throw new IllegalArgumentException(
                    "the mean is " + mean + "; expected a number from 0 to " + MAX_MEAN);
        }
        never = StrictMath.exp(-mean);
    }

    /** Knuth's method: counts uniform numbers while their product exceeds the probability of 0. */
    public int draw(SplittableRandom random) {
        int count = 0;
        for (double product = random.nextDouble();
                product > never;
                product *= random.nextDouble()) {
            count++;
        }
        return count;
    }
}
