package io.millrace.apps.sample;

import java.util.SplittableRandom;

/** Draws how often something happens that happens {@code mean} times on average. Immutable. */
public final class PoissonCounts {

    /** Beyond this the probability of never is too small for a double. */
    public static final double MAX_MEAN = 700;

    private final double never;

    public PoissonCounts(double mean) {
        if (!(mean >= 0 && mean <= MAX_MEAN)) {
            throw new IllegalArgumentException(
                    "the mean is " + mean + "; it has to be from 0 to " + MAX_MEAN);
        }
        never = StrictMath.exp(-mean);
    }

    /** Knuth's way: as many uniform numbers as have a product above the probability of never. */
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
