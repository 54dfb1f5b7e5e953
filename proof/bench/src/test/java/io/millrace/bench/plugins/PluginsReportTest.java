package io.millrace.bench.plugins;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import io.millrace.apps.workload.MarcoBenchmark;
import io.millrace.bench.frame.Figures;
import io.millrace.bench.frame.Surroundings;
import io.millrace.bench.frame.WrongUseException;
import io.millrace.bench.report.Occasion;
import io.millrace.bench.report.ResultsDirectory;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PluginsReportTest {

    private static final PluginsReport REPORT =
            new PluginsReport(
                    new Occasion(
                            "the command", "now", new Surroundings("a machine", "a JDK", "abc")),
                    List.of(
                            row(MarcoBenchmark.SELF_JOIN, 50, Way.STOCK, 20, 22, 18),
                            row(MarcoBenchmark.SELF_JOIN, 50, Way.ALL, 10),
                            row(MarcoBenchmark.K_MEANS, 50, Way.STOCK, 20),
                            row(MarcoBenchmark.K_MEANS, 50, Way.ALL, 40),
                            row(MarcoBenchmark.GREP, 50, Way.STOCK, 20),
                            row(MarcoBenchmark.GREP, 50, Way.ALL, 21),
                            row(MarcoBenchmark.GREP, 50, Way.STOP_80, 42),
                            row(MarcoBenchmark.GREP, 25, Way.STOCK, 30),
                            row(MarcoBenchmark.GREP, 25, Way.ALL, 15)),
                    List.of("termvector, stock Hadoop: wrote another part-r-00000"));

    @TempDir Path folder;

    private static Row row(MarcoBenchmark benchmark, int megabits, Way way, double... seconds) {
        return new Row(
                benchmark,
                megabits,
                way,
                DoubleStream.of(seconds)
                        .mapToObj(each ->
                                new Row.Run(new Figures(each + 5, null, null, null), times(each)))
                        .toList());
    }

    /** The shuffle takes 4 s, what comes after it 6 s. */
    private static JobTimes times(double seconds) {
        return new JobTimes(seconds, seconds - 10, 4, 1, 5, seconds / 2, 3, 7 << 20, 0, 1);
    }

    @Test
    void anIdealShuffleHidesTheShorterOfTheShuffleAndTheWorkAfterIt() {
        assertThat(times(20).idealSeconds()).isEqualTo(16);
        assertThat(new JobTimes(20, 10, 7, 1, 2, 9, 9, 9, 0, 1).idealSeconds()).isEqualTo(17);
    }

    @Test
    void theJobsOfARunAreAdded() {
        assertThat(JobTimes.sum(List.of(times(20), times(11))))
                .isEqualTo(new JobTimes(31, 11, 8, 2, 10, 15.5, 6, 14 << 20, 0, 1));
    }

    @Test
    void thePageHasRatiosToStockHadoopAtEachRateAndTheirGeometricMeans() throws Exception {
        String page = new ResultsDirectory(folder).keep(REPORT);
        assertThat(page)
                .startsWith("# Time on a cluster, divided by stock Hadoop's")
                .contains("## 50 Mbit/s for each node")
                .contains("| self-join (selfjoin) | heavy | 20.0 s | 0.80 | 0.50 | - |\n")
                .contains("| k-means (moviekmeans) | heavy | 20.0 s | 0.80 | 2.00 | - |\n")
                .contains("| grep (grep) | light | 20.0 s | 0.80 | 1.05 | 2.10 |\n")
                .contains("| **shuffle-heavy, geometric mean** | | | 0.80 | 1.00 | - |\n")
                .contains("| grep (grep) | light | 30.0 s | 0.87 | 0.50 | - |\n")
                .contains("FAILED: termvector, stock Hadoop: wrote another part-r-00000\n")
                .contains("- command: `the command`\n");
        assertThat(folder.resolve("README.md")).hasContent(page);
    }

    @Test
    void eachRateHasItsPlotsAndThereIsOneOverRatesAndOneOfTheControls() throws Exception {
        new ResultsDirectory(folder).keep(REPORT);
        for (String plot : List.of("ratios-50", "phases-50", "ratios-25", "rates", "controls")) {
            assertThat(folder.resolve(plot + ".svg")).content().contains("<svg");
        }
    }

    @Test
    void aRowOfFiguresHasTheSameMediansForProgramsAndInTheTable() {
        JsonNode first = REPORT.figures().path("rows").path(0);
        assertThat(first.path("way").asText()).isEqualTo("stock");
        assertThat(first.at("/seconds/median").asDouble()).isEqualTo(20);
        assertThat(first.at("/wallSeconds/median").asDouble()).isEqualTo(25);
        assertThat(first.at("/idealSeconds/median").asDouble()).isEqualTo(16, within(1e-9));
        assertThat(REPORT.csv().lines().skip(1).findFirst())
                .hasValue(
                        "self-join,selfjoin,heavy,50,stock,3,20.000,18.000,22.000,25.000,10.000,4.000,1.000,5.000,10.000,3.000,7340032.000,16.000,0.000,1.000");
    }

    @Test
    void waysThatAreNotNamedAreTheUsualOnesAndAnUnknownOneIsAnError() throws Exception {
        assertThat(Way.named(List.of())).isEqualTo(Way.USUAL).doesNotContain(Way.FAST);
        assertThat(Way.named(List.of("tuned-all", "stock")))
                .containsExactly(Way.STOCK, Way.TUNED_ALL);
        assertThatThrownBy(() -> Way.named(List.of("magic")))
                .isInstanceOf(WrongUseException.class)
                .hasMessageStartingWith("there is no way magic; there are stock, map, ");
    }

    @Test
    void aWayWithPluginsShipsTheirJarAndNamesThePartialReducer() {
        Path jar = Path.of("plugins.jar");
        assertThat(Way.STOCK.options(MarcoBenchmark.GREP, jar)).isEmpty();
        assertThat(Way.MAP.options(MarcoBenchmark.GREP, jar))
                .startsWith("-libjars", "plugins.jar")
                .noneMatch(option -> option.contains("shuffle") || option.contains("partial"));
        assertThat(Way.ALL.options(MarcoBenchmark.K_MEANS, jar))
                .contains(MarcoBenchmark.K_MEANS.partialReducerSetting())
                .anyMatch(option -> option.endsWith("io.millrace.cluster.MillraceShuffle"));
    }
}
