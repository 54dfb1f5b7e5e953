package io.millrace.bench.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.apps.workload.Likeness;
import io.millrace.apps.workload.Workload;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Against a launcher that is a script: it writes its last job option to the output. */
class ComparisonTest {

    private static final String WRITE =
            "#!/bin/sh\nfor last; do :; done\nout=${last#file://}\nmkdir -p \"$out\"\n";

    @TempDir Path home;

    private Path text;

    @BeforeEach
    void writeText() throws IOException {
        text = Files.writeString(home.resolve("text"), "a a b");
    }

    @Test
    void everyContenderRunsEachTurn() throws Exception {
        launcher(
                WRITE
                        + "echo a >\"$out/part-r-00000\"; echo \"$5\" >>'"
                        + home.resolve("turns")
                        + "'");
        List<Timing> timings = comparison("one", "two").run(text, 2);
        assertThat(timings)
                .extracting(timing -> timing.contender().name())
                .containsExactly("one", "two");
        assertThat(timings)
                .allSatisfy(timing -> assertThat(timing.seconds()).hasSize(2).allMatch(s -> s > 0));
        assertThat(Files.readAllLines(home.resolve("turns")))
                .containsExactly("one", "two", "one", "two");
    }

    @Test
    void outputThatDiffersGivesNoFigures() throws Exception {
        launcher(WRITE + "echo a \"$5\" >\"$out/part-r-00000\"");
        assertThatThrownBy(() -> comparison("one", "two").run(text, 1))
                .isInstanceOf(BenchException.class)
                .hasMessage(
                        "two wrote another part-r-00000 than the first run: they differ from byte 2 on");
    }

    @Test
    void missingOutputGivesNoFigures() throws Exception {
        launcher(WRITE + "echo a >\"$out/part-$5\"");
        assertThatThrownBy(() -> comparison("one", "two").run(text, 1))
                .isInstanceOf(BenchException.class)
                .hasMessage("two wrote the files [part-two], and the first run [part-one]");
    }

    @Test
    void failedRunShowsWhatItSaid() throws Exception {
        launcher("#!/bin/sh\necho no room left; exit 4");
        assertThatThrownBy(() -> comparison("one").run(text, 1))
                .isInstanceOf(BenchException.class)
                .hasMessage("one ended with exit code 4:\nno room left");
    }

    @Test
    void medianIsTheMiddle() {
        assertThat(new Timing(new Contender("x", List.of()), List.of(9.0, 1.0, 2.0)).median())
                .isEqualTo(2.0);
        assertThat(new Timing(new Contender("x", List.of()), List.of(1.0, 4.0)).median())
                .isEqualTo(2.5);
    }

    @Test
    void reportNamesRatioCommandAndSurroundings() {
        List<Timing> timings =
                List.of(
                        new Timing(new Contender("slow", List.of()), List.of(8.0)),
                        new Timing(new Contender("fast", List.of()), List.of(2.0)));
        String report =
                new Report(
                                "Title",
                                "the command",
                                Likeness.ROUNDED,
                                new Surroundings("a machine", "a JDK", "abc"))
                        .text(timings, 16 << 20);
        assertThat(report)
                .contains(
                        "| slow | 1.0 | 8.00 s | 2.0 | 8.00 |\n| fast | 4.0 | 2.00 s | 8.0 | 2.00 |\n")
                .contains("outputs the same but for the rounding of sums")
                .contains("`the command`", "a machine", "a JDK", "abc");
    }

    private Comparison comparison(String... names) {
        return new Comparison(
                home,
                Workload.WORD_COUNT,
                List.of(names).stream()
                        .map(name -> new Contender(name, List.of("-D", name)))
                        .toList());
    }

    private void launcher(String script) throws IOException {
        Path launcher = Files.writeString(home.resolve("millrace"), script);
        assertThat(launcher.toFile().setExecutable(true)).isTrue();
    }
}
