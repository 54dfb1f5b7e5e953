package io.millrace.bench;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.millrace.bench.frame.Reports;
import io.millrace.measure.Experiment;
import io.millrace.measure.Figures;
import io.millrace.measure.Row;
import io.millrace.workloads.Workload;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Element;

class SuitePageTest {

    private static final Experiment WORD_COUNT =
            job(
                    Workload.WORD_COUNT,
                    16 << 20,
                    entry("hadoop", 8, 9, 7),
                    entry("millrace", 2, 2, 4),
                    floor(),
                    Row.skipped("spark", "Spark", "install it"));
    private static final Experiment PAGE_RANK =
            job(
                    Workload.PAGE_RANK,
                    1 << 20,
                    entry("hadoop", 6),
                    entry("millrace", 3),
                    Row.failed("floor", "the floor", "it fell"),
                    entry("spark", 12));
    private static final List<Experiment> RESULTS = List.of(WORD_COUNT, PAGE_RANK);

    @TempDir Path folder;

    private static Experiment job(Workload workload, long bytes, Row... rows) {
        return Experiment.of(workload.word(), List.of(rows))
                .comparedWith("millrace")
                .with("job", workload.word())
                .with("input", workload.input().orElseThrow().word())
                .with("bytes", bytes)
                .with("seed", 1)
                .with("outputs", workload.likeness().toString());
    }

    private static Row entry(String word, double... seconds) {
        return Reports.row(
                word,
                word.toUpperCase(Locale.ROOT),
                Map.of(Figures.CPU_SECONDS, 1.5, Figures.PEAK_BYTES, 3.0 * (1 << 20)),
                seconds);
    }

    private static Row floor() {
        return Reports.row("floor", "the floor", Map.of(Figures.WARM_SECONDS, 0.5), 1);
    }

    @Test
    void thePageHasRatiosFiguresNotesAndWhatRepeatsThem() throws Exception {
        String page = Reports.kept(SuitePage.of(RESULTS), folder.resolve("new"));
        assertThat(folder.resolve("new/README.md")).hasContent(page);
        assertThat(page)
                .contains(
                        "| job | input | HADOOP | MILLRACE | the floor | SPARK |\n",
                        "| wordcount | 16 MB of text | 4.00 | 1.00 | 0.50 | - |\n",
                        "| pagerank | 1 MB of webgraph | 2.00 | 1.00 | - | 4.00 |\n",
                        "| HADOOP | 4.00 | 1.75 - 4.50 | 8.00 s | 7.00 - 9.00 | 2.0 | 1.5 | 3 MB | 8.00, 9.00, 7.00 |\n",
                        "Millrace took 2.00 times the floor's first pass, and 4.00 times the warm one of 0.50 s.",
                        "Outputs the same except for the rounding of sums",
                        "Spark was not run: install it",
                        "the floor FAILED: it fell",
                        "`the command`",
                        "a machine",
                        "a JDK",
                        "abc");
    }

    @Test
    void figuresForProgramsAreWellFormed() throws Exception {
        Reports.kept(SuitePage.of(RESULTS), folder);
        JsonNode root = Reports.figures(folder);
        assertThat(root.path("commit").asText()).isEqualTo("abc");
        JsonNode rows = root.at("/experiments/0/rows");
        assertThat(rows).hasSize(4);
        JsonNode hadoop = rows.path(0);
        assertThat(hadoop.path("ratio").asDouble()).isEqualTo(4.0);
        assertThat(hadoop.path("seconds").path("median").asDouble()).isEqualTo(8.0);
        assertThat(hadoop.path("seconds").path("runs")).hasSize(3);
        assertThat(hadoop.path("peakBytes").path("max").asLong()).isEqualTo(3 << 20);
        assertThat(rows.path(2).path("warmSeconds").path("median").asDouble()).isEqualTo(0.5);
        assertThat(rows.path(3).path("skipped").asText()).isEqualTo("install it");
        assertThat(root.at("/experiments/1/rows/2/failed").asText()).isEqualTo("it fell");
        assertThat(root.at("/experiments/0/bytes").asLong()).isEqualTo(16 << 20);
    }

    @Test
    void plotsAreSvgWithMoreToSeeThanAnEmptyChart() throws Exception {
        String page = Reports.kept(SuitePage.of(RESULTS), folder);
        for (String name : List.of("ratios.svg", "seconds.svg", "memory.svg")) {
            assertThat(page).contains("(" + name + ")");
            DocumentBuilderFactory parser = DocumentBuilderFactory.newInstance();
            parser.setFeature(
                    "http://apache.org/xml/features/nonvalidating/load-external-dtd", false);
            Element svg =
                    parser.newDocumentBuilder()
                            .parse(folder.resolve(name).toFile())
                            .getDocumentElement();
            assertThat(svg.getTagName()).isEqualTo("svg");
            // Letters are drawn, and so are bars: five at least in each of these.
            assertThat(svg.getElementsByTagName("path").getLength()).isGreaterThan(20);
        }
    }

    @Test
    void thePartsOfDividedRunsHaveATableAndAPlotByContender() throws Exception {
        Row millrace =
                Row.of(
                        "millrace",
                        "Millrace",
                        Figures.of(Figures.SECONDS, 4).and(parts(1, 3)),
                        Figures.of(Figures.SECONDS, 2).and(parts(0.5, 1.5)));
        Experiment divided = job(Workload.GROUP_BY, 1 << 20, millrace, entry("spark", 5, 5));
        assertThat(Reports.kept(SuitePage.of(List.of(divided)), folder))
                .contains(
                        "(breakdown.svg)",
                        "| seconds | wall clock | process | map compute |\n",
                        "| Millrace | 3.00 | 0.75 | 2.25 |\n",
                        "| SPARK | 5.00 | - | - |\n");
        assertThat(folder.resolve("breakdown.svg")).isNotEmptyFile();
        JsonNode rows = Reports.figures(folder).at("/experiments/0/rows");
        assertThat(rows.at("/0/map compute/median").asDouble()).isEqualTo(2.25);
        assertThat(rows.path(1).has("map compute")).isFalse();
    }

    @Test
    void runsThatAreNotDividedHaveNoBreakdown() throws Exception {
        assertThat(Reports.kept(SuitePage.of(RESULTS), folder)).doesNotContain("wall clock | ");
        assertThat(folder.resolve("breakdown.svg")).doesNotExist();
    }

    private static Map<String, Double> parts(double process, double map) {
        return Map.of("process", process, "map compute", map, "partial sort", 0.0);
    }

    @Test
    void withoutAnyFigureThereIsStillAPage() throws Exception {
        Experiment nothing =
                job(Workload.GREP, 1 << 20, Row.skipped("spark", "Spark", "install it"));
        assertThat(Reports.kept(SuitePage.of(List.of(nothing)), folder))
                .contains("Spark was not run: install it")
                .doesNotContain(".svg");
    }
}
