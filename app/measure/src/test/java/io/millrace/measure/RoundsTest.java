package io.millrace.measure;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Rows that note their turns. */
class RoundsTest {

    private final List<String> turns = new ArrayList<>();

    private Case newCase(String word, int failing) {
        AtomicInteger run = new AtomicInteger();
        return new Case(
                word,
                () -> {
                    turns.add(word);
                    if (run.incrementAndGet() == failing) {
                        throw new MeasurementException(word + " fell");
                    }
                    return Figures.of(Figures.SECONDS, run.get());
                });
    }

    @Test
    void rowsTakeTurnsAndWarmUpsDoNotCount() throws Exception {
        Experiment experiment =
                new Rounds("x", 1, 2).experiment(List.of(newCase("a", 0), newCase("b", 0)));
        assertThat(turns).containsExactly("a", "b", "a", "b", "a", "b");
        assertThat(experiment.rows().get(1).seconds().values()).containsExactly(2.0, 3.0);
    }

    @Test
    void eachRunIsALineOnStandardError() throws Exception {
        PrintStream usual = System.err;
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        System.setErr(new PrintStream(said, true, UTF_8));
        try {
            new Rounds("x", 1, 2).aloud().experiment(List.of(newCase("a", 0), newCase("b", 0)));
        } finally {
            System.setErr(usual);
        }
        assertThat(said.toString(UTF_8).lines())
                .startsWith(
                        "x, warm-up: a: 1.00 s",
                        "x, warm-up: b: 1.00 s",
                        "x, run 1 of 2: a: 2.00 s");
    }

    @Test
    void aRowThatFailsDropsOut() throws Exception {
        List<Row> rows = new Rounds("x", 0, 3).of(List.of(newCase("a", 2), newCase("b", 0)));
        assertThat(turns).containsExactly("a", "b", "a", "b", "b");
        assertThat(rows.get(0).failed()).isTrue();
        assertThat(rows.get(0).note()).isEqualTo("a fell");
        assertThat(rows.get(1).runs()).hasSize(3);
    }

    @Test
    void anExperimentWhoseRowsAllCountEndsWithTheFirstFailure() {
        assertThatThrownBy(() ->
                        new Rounds("x", 0, 3).experiment(List.of(newCase("a", 2), newCase("b", 0))))
                .isInstanceOf(MeasurementException.class)
                .hasMessage("a fell");
        assertThat(turns).containsExactly("a", "b", "a");
    }
}
