package io.millrace.bench.scaling;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.bench.frame.Reports;
import io.millrace.bench.job.JobReports;
import io.millrace.measure.Experiment;
import io.millrace.measure.Figures;
import io.millrace.measure.Report;
import io.millrace.measure.Row;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ScalingPageTest {

    private static final double MB = 1 << 20;
    private static final Report REPORT =
            ScalingPage.of(
                    List.of(
                            Experiment.of(
                                            "wordcount",
                                            List.of(
                                                    row("1", "1 core", 1000, 9, 8, 7),
                                                    row("2", "2 cores", 1000, 5)))
                                    .with("over", "cores")
                                    .with("bytes", 4 << 20),
                            Experiment.of(
                                            "wordcount",
                                            List.of(
                                                    row("1048576", "1 MB", 1000, 2),
                                                    row("4194304", "4 MB", 4000, 5)))
                                    .with("over", "sizes")));

    @TempDir Path folder;

    @Test
    void thePageHasRatiosFirst() throws Exception {
        assertThat(Reports.kept(REPORT, folder))
                .contains(
                        "| wordcount | 4 MB | 1 | 1.00 | 100 % | 8.00 s |",
                        "| wordcount | 4 MB | 2 | 1.60 | 80 % | 5.00 s | 1.5 | 2 of 10 MB | 1 MB | 3 MB | 5.00 |\n",
                        "| wordcount | 1 MB | 1,000 | 1.00 | 2000000 ns | - | - | 2.00 s |",
                        "| wordcount | 4 MB | 4,000 | 0.63 | 1250000 ns | 1000000 ns | 0 ns | 5.00 s |",
                        "(cores.svg)",
                        "(cost.svg)",
                        "(memory.svg)",
                        "`the command`");
        assertThat(folder).isDirectoryContaining(file -> file.endsWith("results.json"));
    }

    private static Row row(String word, String title, double records, double... seconds) {
        return Reports.row(
                word,
                title,
                Map.of(
                        Figures.CPU_SECONDS,
                        1.5,
                        Figures.PEAK_BYTES,
                        3 * MB,
                        JobReports.RECORDS,
                        records,
                        JobReports.HELD,
                        2 * MB,
                        JobReports.SPILLED_BYTES,
                        MB,
                        JobReports.LIMIT,
                        10 * MB),
                seconds);
    }
}
