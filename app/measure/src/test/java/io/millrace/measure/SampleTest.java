package io.millrace.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

class SampleTest {

    @Test
    void medianIsTheMiddleOrTheMeanOfTheTwoThere() {
        assertThat(new Sample(List.of(9.0, 1.0, 2.0)).median()).isEqualTo(2.0);
        assertThat(new Sample(List.of(4.0, 1.0)).median()).isEqualTo(2.5);
        assertThat(new Sample(List.of(7.0)).median()).isEqualTo(7.0);
    }

    @Test
    void spreadGoesFromTheLeastToTheMost() {
        Sample sample = new Sample(List.of(9.0, 1.0, 2.0));
        assertThat(sample.min()).isEqualTo(1.0);
        assertThat(sample.max()).isEqualTo(9.0);
    }

    @Test
    void theDeviationIsThatOfASample() {
        Sample sample = new Sample(List.of(2.0, 4.0, 6.0));
        assertThat(sample.mean()).isEqualTo(4.0);
        assertThat(sample.standardDeviation()).isEqualTo(2.0);
        assertThat(new Sample(List.of(5.0)).standardDeviation()).isZero();
    }

    @Test
    void outliersAreFarFromTheMedianComparedWithTheOthers() {
        assertThat(new Sample(List.of(1.0, 1.1, 0.9, 9.0, 1.05)).outliers()).containsExactly(9.0);
        assertThat(new Sample(List.of(1.0, 1.1, 0.9, 1.2)).outliers()).isEmpty();
        assertThat(new Sample(List.of(1.0, 1.0, 1.0)).outliers()).isEmpty();
    }

    @Test
    void aSampleOfNothingIsRefused() {
        assertThatThrownBy(() -> new Sample(List.of()))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void theIntervalOfAPairedRatioIgnoresWhatBothRunsMet() {
        Sample base = new Sample(List.of(1.0, 2.0, 4.0, 3.0, 1.5));
        Sample twice = new Sample(List.of(2.0, 4.0, 8.0, 6.0, 3.0));
        PairedRatio exact = PairedRatio.of(twice, base).orElseThrow();
        assertThat(exact.from()).isCloseTo(2, within(1e-9));
        assertThat(exact.to()).isCloseTo(2, within(1e-9));
        Sample near = new Sample(List.of(2.2, 3.8, 8.4, 5.9, 3.1));
        PairedRatio some = PairedRatio.of(near, base).orElseThrow();
        assertThat(some.from()).isBetween(1.9, 2.04);
        assertThat(some.to()).isBetween(2.04, 2.2);
        assertThat(PairedRatio.of(new Sample(List.of(1.0, 2.0)), base)).isEmpty();
    }
}
