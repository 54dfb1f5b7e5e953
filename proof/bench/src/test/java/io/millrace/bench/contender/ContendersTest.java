package io.millrace.bench.contender;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.bench.job.OutputForm;
import io.millrace.measure.MeasurementException;
import io.millrace.workloads.Workload;
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
                .isInstanceOf(MeasurementException.class)
                .hasMessage("there is no contender nobody; there are " + Contenders.WORDS);
    }

    @Test
    void whatCannotRunSaysWhatIsMissing() throws Exception {
        assertThat(why(Phoenix.contender(null), Workload.WORD_COUNT)).contains("--phoenix");
        assertThat(why(Phoenix.contender(folder), Workload.WORD_COUNT))
                .isEqualTo("there is no word_count that can be run in " + folder);
        assertThat(why(new LocalCluster(folder, List.of()).contender(), Workload.GREP))
                .startsWith("there is no " + folder);
        assertThat(why(FloorProcess.contender(folder), Workload.TERA_SORT)).isNotEmpty();
        assertThat(why(FloorProcess.contender(folder), Workload.GREP)).isEmpty();
        assertThat(why(SparkPrograms.jobsOnExecutors(folder, 2), Workload.LDA)).isNotEmpty();
        assertThat(why(DuckDb.contender("", DuckDb.STATEMENTS), Workload.TERA_SORT)).isNotEmpty();
    }

    private static String why(Contender contender, Workload workload) throws Exception {
        return contender.hindrance().of(workload).orElse("");
    }

    @Test
    void phoenixIsItsProgramWithTheInput() throws Exception {
        Path program = folder.resolve("tests/word_count/word_count");
        Files.createDirectories(program.getParent());
        Files.writeString(program, "#!/bin/sh\ncp \"$1\" copy\n");
        assertThat(program.toFile().setExecutable(true)).isTrue();
        Path input = Files.writeString(folder.resolve("text"), "a a b");
        Contender phoenix = Phoenix.contender(folder);
        assertThat(why(phoenix, Workload.WORD_COUNT)).isEmpty();
        Runner runner = phoenix.preparation().of(Workload.WORD_COUNT, input, folder);
        assertThat(runner.form()).isEqualTo(OutputForm.NONE);
        assertThat(runner.run().to(folder.resolve("output")).seconds()).isPositive();
        assertThat(folder.resolve("copy")).hasContent("a a b");
    }
}
