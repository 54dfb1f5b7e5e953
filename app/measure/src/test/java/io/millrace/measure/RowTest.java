package io.millrace.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;

class RowTest {

    @Test
    void ratiosAreOfMedians() {
        Experiment experiment =
                Experiment.of("x", List.of(row("base", 4, 4, 100), row("other", 9, 6, 1)));
        assertThat(experiment.ratio("other", "base")).isCloseTo(1.5, within(1e-12));
        assertThat(experiment.line("other").orElseThrow().ratio()).isCloseTo(1.5, within(1e-12));
        assertThat(experiment.ratio("nobody", "base")).isNull();
    }

    @Test
    void aFigureThatOneRunLacksIsNone() {
        Row row =
                Row.of(
                        "x",
                        "X",
                        Figures.of(Figures.SECONDS, 1)
                                .and(Figures.CPU_SECONDS, 2)
                                .and(Figures.PEAK_BYTES, 10),
                        Figures.of(Figures.SECONDS, 1)
                                .and(Figures.CPU_SECONDS, null)
                                .and(Figures.PEAK_BYTES, 30));
        assertThat(row.sample(Figures.CPU_SECONDS)).isNull();
        assertThat(row.sample(Figures.WARM_SECONDS)).isNull();
        assertThat(row.get(Figures.PEAK_BYTES).median()).isEqualTo(20);
        assertThat(row.samples()).containsOnlyKeys(Figures.SECONDS, Figures.PEAK_BYTES);
    }

    private static Row row(String word, double... seconds) {
        return Row.of(
                word,
                word,
                DoubleStream.of(seconds)
                        .mapToObj(each -> Figures.of(Figures.SECONDS, each))
                        .toArray(Figures[]::new));
    }
}
