package io.millrace.bench.overlap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import io.millrace.bench.frame.Reports;
import io.millrace.measure.Experiment;
import io.millrace.measure.Figures;
import io.millrace.measure.Report;
import io.millrace.measure.Row;
import io.millrace.workloads.MarcoBenchmark;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class PluginsPageTest {

    private static final List<Experiment> EXPERIMENTS =
            List.of(
                    experiment(
                            MarcoBenchmark.SELF_JOIN,
                            50,
                            row(Way.STOCK, 20, 22, 18),
                            row(Way.ALL, 10)),
                    experiment(MarcoBenchmark.K_MEANS, 50, row(Way.STOCK, 20), row(Way.ALL, 40)),
                    experiment(
                            MarcoBenchmark.GREP,
                            50,
                            row(Way.STOCK, 20),
                            row(Way.ALL, 21),
                            row(Way.STOP_80, 42)),
                    experiment(
                            MarcoBenchmark.GREP,
                            25,
                            row(Way.STOCK, 30),
                            row(Way.ALL, 15),
                            Row.failed("map", "the plug-in", "wrote another part-r-00000")));
    private static final Report REPORT = PluginsPage.of(EXPERIMENTS);

    @TempDir Path folder;

    private static Experiment experiment(MarcoBenchmark benchmark, int megabits, Row... rows) {
        return Experiment.of(benchmark.paperName(), List.of(rows))
                .comparedWith("stock")
                .with("job", benchmark.workload().word())
                .with("shuffle", benchmark.shuffleHeavy() ? "heavy" : "light")
                .with(PluginsStudy.MEGABITS, megabits);
    }

    private static Row row(Way way, double... seconds) {
        return Row.of(
                way.toString(),
                way.title(),
                DoubleStream.of(seconds)
                        .mapToObj(each ->
                                JobHistory.sum(List.of(times(each, 4)))
                                        .and(PluginsStudy.WALL, each + 5))
                        .toArray(Figures[]::new));
    }

    /** What comes after the shuffle takes 6 s. */
    private static Figures times(double seconds, double shuffle) {
        return Figures.of(Figures.SECONDS, seconds)
                .and(JobHistory.MAP, seconds - 10)
                .and(JobHistory.SHUFFLE, shuffle)
                .and(JobHistory.SORT, 1)
                .and(JobHistory.REDUCE, 5)
                .and(JobHistory.MAP_CPU, seconds / 2)
                .and(JobHistory.REDUCE_CPU, 3)
                .and(JobHistory.SHUFFLED, 7 << 20)
                .and(JobHistory.FAILED, 0)
                .and(JobHistory.ON_ONE_NODE, 1);
    }

    @Test
    void anIdealShuffleHidesTheShorterOfTheShuffleAndTheWorkAfterIt() {
        assertThat(JobHistory.sum(List.of(times(20, 4))).get(JobHistory.IDEAL)).isEqualTo(16);
        assertThat(JobHistory.sum(List.of(times(20, 7))).get(JobHistory.IDEAL)).isEqualTo(14);
    }

    @Test
    void theJobsOfARunAreAdded() {
        Figures both = JobHistory.sum(List.of(times(20, 4), times(11, 4)));
        assertThat(both.seconds()).isEqualTo(31);
        assertThat(both.get(JobHistory.MAP)).isEqualTo(11);
        assertThat(both.get(JobHistory.REDUCE)).isEqualTo(10);
        assertThat(both.get(JobHistory.MAP_CPU)).isEqualTo(15.5);
        assertThat(both.get(JobHistory.SHUFFLED)).isEqualTo(14 << 20);
        assertThat(both.get(JobHistory.ON_ONE_NODE)).isEqualTo(1);
    }

    @Test
    void thePageHasRatiosToStockHadoopAtEachRateAndTheirGeometricMeans() throws Exception {
        String page = Reports.kept(REPORT, folder);
        assertThat(page)
                .startsWith("# Time on a cluster, divided by stock Hadoop's")
                .contains("## 50 Mbit/s for each node")
                .contains("| self-join (selfjoin) | heavy | 20.0 s | 0.80 | 0.50 | - |\n")
                .contains("| k-means (moviekmeans) | heavy | 20.0 s | 0.80 | 2.00 | - |\n")
                .contains("| grep (grep) | light | 20.0 s | 0.80 | 1.05 | 2.10 |\n")
                .contains("| **shuffle-heavy, geometric mean** | | | 0.80 | 1.00 | - |\n")
                .contains("| grep (grep) | light | 30.0 s | 0.87 | 0.50 | - |\n")
                .contains("the plug-in FAILED: wrote another part-r-00000\n")
                .contains("- command: `the command`\n");
        assertThat(folder.resolve("README.md")).hasContent(page);
    }

    @Test
    void eachRateHasItsPlotsAndThereIsOneOverRatesAndOneOfTheControls() throws Exception {
        Reports.kept(REPORT, folder);
        for (String plot : List.of("ratios-50", "phases-50", "ratios-25", "rates", "controls")) {
            assertThat(folder.resolve(plot + ".svg")).content().contains("<svg");
        }
    }

    @Test
    void aRowOfFiguresHasTheSameMediansForProgramsAndForSpreadsheets() throws Exception {
        Reports.kept(REPORT, folder);
        JsonNode first = Reports.figures(folder).at("/experiments/0/rows/0");
        assertThat(first.path("row").asText()).isEqualTo("stock");
        assertThat(first.at("/seconds/median").asDouble()).isEqualTo(20);
        assertThat(first.at("/wallSeconds/median").asDouble()).isEqualTo(25);
        assertThat(first.at("/idealSeconds/median").asDouble()).isEqualTo(16, within(1e-9));
        assertThat(REPORT.csv().lines().skip(1).findFirst())
                .hasValue(
                        "self-join,selfjoin,heavy,50,stock,3,20,2,20,18,22,10,4,1,5,10,3,7340032,0,1,16,25,0");
    }

    @Test
    void waysThatAreNotNamedAreTheUsualOnesAndOthersAreInTheOrderOfTheirList() {
        assertThat(new ClusterOptions().ways()).isEqualTo(Way.USUAL).doesNotContain(Way.FAST);
        ClusterOptions two =
                CommandLine.populateCommand(
                        new ClusterOptions(), "--cluster", "--only", "tuned-all,stock");
        assertThat(two.ways()).containsExactly(Way.STOCK, Way.TUNED_ALL);
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
