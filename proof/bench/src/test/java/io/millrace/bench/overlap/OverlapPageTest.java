package io.millrace.bench.overlap;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.millrace.bench.frame.Reports;
import io.millrace.bench.job.JobReports;
import io.millrace.measure.Experiment;
import io.millrace.measure.Figures;
import io.millrace.measure.Report;
import io.millrace.measure.Row;
import io.millrace.workloads.MarcoBenchmark;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OverlapPageTest {

    private static final double MB = 1 << 20;
    private static final Report REPORT =
            OverlapPage.of(
                    Stream.of(
                                    result(MarcoBenchmark.SELF_JOIN, 4, 1),
                                    result(MarcoBenchmark.K_MEANS, 2, 2),
                                    result(MarcoBenchmark.GREP, 2, 3))
                            .flatMap(List::stream)
                            .toList(),
                    List.of("termvector, partial reduce eager: wrote another part-r-00000"));

    @TempDir Path folder;

    private static List<Experiment> result(MarcoBenchmark benchmark, double never, double eager) {
        return List.of(
                OverlapStudy.experiment(
                        benchmark,
                        "ample",
                        80 << 20,
                        List.of(row("never-x", 100, 0, 1, 1, 1), row("eager-x", 100, 0, 1, 1, 1))),
                OverlapStudy.experiment(
                        benchmark,
                        "tight",
                        80 << 20,
                        List.of(
                                row("never-y", 20, 7000, never, never + 1, never - 1),
                                row("eager-y", 20, 900, eager))));
    }

    private static Row row(String word, double megabytes, double spilled, double... seconds) {
        return Row.of(
                word,
                word,
                DoubleStream.of(seconds)
                        .mapToObj(each ->
                                Figures.of(Figures.SECONDS, each)
                                        .and(Figures.CPU_SECONDS, 2 * each)
                                        .and(JobReports.LIMIT, megabytes * MB)
                                        .and(JobReports.SPILLED_RECORDS, spilled)
                                        .and(JobReports.SPILLED_BYTES, 100 * spilled)
                                        .and(JobReports.PARTIAL_RECORDS, 300))
                        .toArray(Figures[]::new));
    }

    @Test
    void thePageHasRatiosFirstAndTheirMeanOfEachKind() throws Exception {
        assertThat(Reports.kept(REPORT, folder))
                .contains(
                        "| self-join (selfjoin) | heavy | 1.00 | 1.00 | 0.25 | 0.25 | 80 MB |\n",
                        "| grep (grep) | light | 1.00 | 1.00 | 1.50 | 1.50 | 80 MB |\n",
                        "| **shuffle-heavy, geometric mean** | | 1.00 | | 0.50 | | |\n",
                        "| **shuffle-light, geometric mean** | | 1.00 | | 1.50 | | |\n",
                        "| self-join | 20 MB | never | 4.00 s | 3.00 - 5.00 | - | 8.0 | 7,000 | 1 MB | 300 | 4.00, 5.00, 3.00 |\n",
                        "FAILED: termvector, partial reduce eager: wrote another part-r-00000",
                        "(ratios.svg)",
                        "`the command`");
    }

    @Test
    void figuresForProgramsSayWhichBenchmarksShuffleMuch() throws Exception {
        Reports.kept(REPORT, folder);
        JsonNode tight = Reports.figures(folder).at("/experiments/1");
        assertThat(tight.path("job").asText()).isEqualTo("selfjoin");
        assertThat(tight.path("shuffle").asText()).isEqualTo("heavy");
        assertThat(tight.path("memory").asText()).isEqualTo("tight");
        assertThat(tight.at("/rows/1/ratio").asDouble()).isEqualTo(0.25);
        assertThat(tight.at("/rows/1/spilledRecords/median").asDouble()).isEqualTo(900);
    }

    @Test
    void theLinesForSpreadsheetsHaveOneForEachWay() {
        assertThat(REPORT.csv().lines())
                .hasSize(1 + 3 * 4)
                .contains(
                        "self-join,selfjoin,heavy,tight,83886080,never,3,4,1,4,3,5,8,20971520,7000,700000,300,0",
                        "grep,grep,light,tight,83886080,eager,1,3,0,3,3,3,6,20971520,900,90000,300,0");
    }
}
