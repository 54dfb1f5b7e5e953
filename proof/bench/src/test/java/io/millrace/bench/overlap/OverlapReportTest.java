package io.millrace.bench.overlap;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.millrace.apps.workload.MarcoBenchmark;
import io.millrace.bench.frame.Figures;
import io.millrace.bench.frame.Surroundings;
import io.millrace.bench.job.JobReports;
import io.millrace.bench.report.Occasion;
import io.millrace.bench.report.ResultsDirectory;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OverlapReportTest {

    private static final long MB = 1 << 20;

    private static final OverlapReport REPORT =
            new OverlapReport(
                    new Occasion(
                            "the command", "now", new Surroundings("a machine", "a JDK", "abc")),
                    List.of(
                            result(MarcoBenchmark.SELF_JOIN, 4, 1),
                            result(MarcoBenchmark.K_MEANS, 2, 2),
                            result(MarcoBenchmark.GREP, 2, 3)),
                    List.of("termvector, partial reduce eager: wrote another part-r-00000"));

    @TempDir Path folder;

    private static Result result(MarcoBenchmark benchmark, double never, double eager) {
        return new Result(
                benchmark,
                80 * MB,
                new Pair(
                        benchmark,
                        Pair.Memory.AMPLE,
                        runs(100 * MB, 0, 1, 1, 1),
                        runs(100 * MB, 0, 1, 1, 1)),
                new Pair(
                        benchmark,
                        Pair.Memory.TIGHT,
                        runs(20 * MB, 7000, never, never + 1, never - 1),
                        runs(20 * MB, 900, eager)));
    }

    private static Runs runs(long budget, long spilled, double... seconds) {
        return new Runs(
                DoubleStream.of(seconds)
                        .mapToObj(each ->
                                new Runs.Run(
                                        new Figures(each, null, 2 * each, 5 * MB),
                                        new JobReports.Said(
                                                10,
                                                budget / 2,
                                                spilled * 100,
                                                budget,
                                                spilled,
                                                300)))
                        .toList());
    }

    @Test
    void thePageHasRatiosFirstAndTheirMeanOfEachKind() throws Exception {
        assertThat(new ResultsDirectory(folder).keep(REPORT))
                .contains(
                        "| self-join (selfjoin) | heavy | 1.00 | 1.00 | 0.25 | 0.25 | 80 MB |\n",
                        "| grep (grep) | light | 1.00 | 1.00 | 1.50 | 1.50 | 80 MB |\n",
                        "| **shuffle-heavy, geometric mean** | | 1.00 | | 0.50 | | |\n",
                        "| **shuffle-light, geometric mean** | | 1.00 | | 1.50 | | |\n",
                        "| self-join | 20 MB | never | 4.00 s | 3.00 - 5.00 | 8.0 | 7,000 | 1 MB | 300 | 4.00, 5.00, 3.00 |\n",
                        "FAILED: termvector, partial reduce eager: wrote another part-r-00000",
                        "(ratios.svg)",
                        "`the command`");
        assertThat(folder).isDirectoryContaining(file -> file.endsWith("results.json"));
    }

    @Test
    void figuresForProgramsSayWhichBenchmarksShuffleMuch() {
        JsonNode first = REPORT.figures().at("/benchmarks/0");
        assertThat(first.at("/job").asText()).isEqualTo("selfjoin");
        assertThat(first.at("/shuffleHeavy").asBoolean()).isTrue();
        assertThat(first.at("/tight/ratio").asDouble()).isEqualTo(0.25);
        assertThat(first.at("/tight/eager/spilledRecords/median").asDouble()).isEqualTo(900);
        assertThat(REPORT.figures().at("/benchmarks/2/shuffleHeavy").asBoolean(true)).isFalse();
    }

    @Test
    void theTableHasALineForEachWay() {
        assertThat(REPORT.csv().lines())
                .hasSize(1 + 3 * 4)
                .contains(
                        "self-join,selfjoin,heavy,tight,20971520,never,3,4.0000,3.0000,5.0000,8.00,7000,700000,300",
                        "grep,grep,light,tight,20971520,eager,1,3.0000,3.0000,3.0000,6.00,900,90000,300");
    }
}
