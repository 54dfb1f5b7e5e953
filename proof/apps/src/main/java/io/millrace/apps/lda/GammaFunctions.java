package io.millrace.apps.lda;

/**
 * The logarithm of the gamma function and its derivative. The recurrence is used up to where
 * Stirling's series is accurate to about 13 digits.
 */
final class GammaFunctions {

    private static final double LARGE = 10;
    private static final double HALF_LOG_TWO_PI = 0.5 * Math.log(2 * Math.PI);

    private GammaFunctions() {}

    /** The logarithm of the gamma function of a positive number. */
    static double logGamma(double x) {
        double product = 1;
        double large = x;
        while (large < LARGE) {
            product *= large;
            large++;
        }
        double inverse = 1 / large;
        double square = inverse * inverse;
        double series =
                inverse * (1.0 / 12 - square * (1.0 / 360 - square * (1.0 / 1260 - square / 1680)));
        return (large - 0.5) * Math.log(large)
                - large
                + HALF_LOG_TWO_PI
                + series
                - Math.log(product);
    }

    /** The derivative of {@link #logGamma} at a positive number. */
    static double digamma(double x) {
        double sum = 0;
        double large = x;
        while (large < LARGE) {
            sum -= 1 / large;
            large++;
        }
        double inverse = 1 / large;
        double square = inverse * inverse;
        double series =
                square
                        * (1.0 / 12
                                - square
                                        * (1.0 / 120
                                                - square
                                                        * (1.0 / 252
                                                                - square
                                                                        * (1.0 / 240
                                                                                - square / 132))));
        return sum + Math.log(large) - inverse / 2 - series;
    }
}
