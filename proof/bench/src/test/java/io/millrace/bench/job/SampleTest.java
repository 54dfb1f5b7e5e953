package io.millrace.bench.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.millrace.bench.frame.Figures;
import io.millrace.bench.frame.Sample;
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
    void ratiosAreOfMedians() {
        assertThat(entry(9, 6, 1).timesOf(entry(4, 4, 100))).isCloseTo(1.5, within(1e-12));
    }

    @Test
    void aFigureThatOneRunLacksIsNone() {
        Entry entry =
                new Entry(
                        "x",
                        "X",
                        List.of(new Figures(1, null, 2.0, 10L), new Figures(1, null, null, 30L)),
                        true,
                        false,
                        null);
        assertThat(entry.cpuSeconds()).isNull();
        assertThat(entry.warmSeconds()).isNull();
        assertThat(entry.peakBytes().median()).isEqualTo(20);
    }

    private static Entry entry(double... seconds) {
        List<Figures> runs =
                java.util.Arrays.stream(seconds)
                        .mapToObj(run -> new Figures(run, null, null, null))
                        .toList();
        return new Entry("x", "X", runs, true, false, null);
    }
}
