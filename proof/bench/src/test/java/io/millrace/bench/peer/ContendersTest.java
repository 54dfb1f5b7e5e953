package io.millrace.bench.peer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.apps.workload.Workload;
import io.millrace.bench.frame.BenchException;
import io.millrace.bench.job.Contender;
import io.millrace.bench.job.OutputForm;
import io.millrace.bench.job.Runner;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ContendersTest {

    @TempDir Path folder;

    @Test
    void allAreThereAndInTheTextThatNamesThem() throws Exception {
        try (Contenders all = Contenders.of(folder, List.of(), 2, null, false)) {
            assertThat(all.list())
                    .extracting(Contender::word)
                    .containsExactly(Contenders.WORDS.split(", ", -1));
        }
    }

    @Test
    void someCanBeChosen() throws Exception {
        try (Contenders some =
                Contenders.of(folder, List.of("floor", "millrace"), 2, null, false)) {
            assertThat(some.list())
                    .extracting(Contender::word)
                    .containsExactly("millrace", "floor");
        }
        assertThatThrownBy(
                        () -> Contenders.of(folder, List.of("millrace", "nobody"), 2, null, false))
                .isInstanceOf(BenchException.class)
                .hasMessage("there is no contender nobody; there are " + Contenders.WORDS);
    }

    @Test
    void aBreakdownDividesTheTimeOfMillraceOnly() throws Exception {
        try (Contenders all = Contenders.of(folder, List.of(), 2, null, true)) {
            assertThat(all.list())
                    .filteredOn(ReportingContender.class::isInstance)
                    .extracting(Contender::word)
                    .containsExactly("millrace", "millrace-workers");
        }
    }

    @Test
    void whatCannotRunSaysWhatIsMissing() throws Exception {
        assertThat(new PhoenixContender(null).hindrance(Workload.WORD_COUNT).orElseThrow())
                .contains("--phoenix");
        assertThat(new PhoenixContender(folder).hindrance(Workload.WORD_COUNT).orElseThrow())
                .isEqualTo("there is no word_count that can be run in " + folder);
        assertThat(new ClusterContender(folder, List.of()).hindrance(Workload.GREP).orElseThrow())
                .startsWith("there is no " + folder);
        assertThat(new FloorContender(folder).hindrance(Workload.TERA_SORT)).isPresent();
        assertThat(new FloorContender(folder).hindrance(Workload.GREP)).isEmpty();
        assertThat(new SparkContender(folder, 2, true).hindrance(Workload.LDA)).isPresent();
        assertThat(new DuckDbContender().hindrance(Workload.TERA_SORT)).isPresent();
    }

    @Test
    void phoenixIsItsProgramWithTheInput() throws Exception {
        Path program = folder.resolve("tests/word_count/word_count");
        Files.createDirectories(program.getParent());
        Files.writeString(program, "#!/bin/sh\ncp \"$1\" copy\n");
        assertThat(program.toFile().setExecutable(true)).isTrue();
        Path input = Files.writeString(folder.resolve("text"), "a a b");
        PhoenixContender phoenix = new PhoenixContender(folder);
        assertThat(phoenix.hindrance(Workload.WORD_COUNT)).isEmpty();
        Runner runner = phoenix.prepare(Workload.WORD_COUNT, input, folder);
        assertThat(runner.form()).isEqualTo(OutputForm.NONE);
        assertThat(runner.run(folder.resolve("output")).seconds()).isPositive();
        assertThat(folder.resolve("copy")).hasContent("a a b");
    }
}
