package io.millrace.apps.lda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.apache.commons.math3.special.Gamma;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GammaFunctionsTest {

    @ParameterizedTest
    @ValueSource(doubles = {1e-3, 0.1, 0.5, 1, 1.4616, 2, 3.25, 9.99, 10, 57.3, 1e3, 1e6})
    void agreeWithALibrary(double x) {
        double logGamma = Gamma.logGamma(x);
        double digamma = Gamma.digamma(x);
        assertThat(GammaFunctions.logGamma(x))
                .isCloseTo(logGamma, within(1e-11 * (1 + Math.abs(logGamma))));
        // The library's own series ends at 1e-9.
        assertThat(GammaFunctions.digamma(x))
                .isCloseTo(digamma, within(1e-8 * (1 + Math.abs(digamma))));
    }
}
