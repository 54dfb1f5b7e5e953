package io.millrace.bench.scaling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import io.millrace.apps.workload.Workload;
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

class ScalingReportTest {

    private static final long MB = 1 << 20;

    private static final ScalingReport REPORT =
            new ScalingReport(
                    new Occasion(
                            "the command", "now", new Surroundings("a machine", "a JDK", "abc")),
                    List.of(
                            new Scaling(
                                    Workload.WORD_COUNT,
                                    1,
                                    List.of(row(4, 1, 1000, 9, 8, 7), row(4, 2, 1000, 5)),
                                    List.of(row(1, 2, 1000, 2), row(4, 2, 4000, 5)))));

    @TempDir Path folder;

    @Test
    void efficiencyIsWhatIsNotLostOfTheCores() {
        JsonNode rows = REPORT.figures().at("/workloads/0/overCores");
        assertThat(rows.at("/1/speedUp").asDouble()).isEqualTo(1.6, within(1e-9));
        assertThat(rows.at("/1/efficiency").asDouble()).isEqualTo(0.8, within(1e-9));
        assertThat(rows.at("/0/efficiency").asDouble()).isEqualTo(1.0);
    }

    @Test
    void thePageHasRatiosFirst() throws Exception {
        assertThat(new ResultsDirectory(folder).keep(REPORT))
                .contains(
                        "| wordcount | 4 MB | 2 | 1.60 | 80 % | 5.00 s | 1.5 | 2 of 10 MB | 1 MB | 3 MB | 5.00 |\n",
                        "| wordcount | 4 MB | 4,000 | 0.63 | 1250000 ns | 1000000 ns | 0 ns | 5.00 s |",
                        "(cores.svg)",
                        "(cost.svg)",
                        "(memory.svg)",
                        "`the command`");
        assertThat(folder).isDirectoryContaining(file -> file.endsWith("results.json"));
    }

    private static Row row(long megabytes, int cores, long records, double... seconds) {
        return new Row(
                megabytes * MB,
                cores,
                DoubleStream.of(seconds)
                        .mapToObj(each ->
                                new Row.Run(
                                        new Figures(each, null, 1.5, 3 * MB),
                                        new JobReports.Said(records, 2 * MB, MB, 10 * MB, 0, 0)))
                        .toList());
    }
}
