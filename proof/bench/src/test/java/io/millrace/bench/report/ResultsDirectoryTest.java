package io.millrace.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.millrace.apps.workload.Workload;
import io.millrace.bench.frame.Figures;
import io.millrace.bench.frame.Surroundings;
import io.millrace.bench.job.Entry;
import io.millrace.bench.job.JobResult;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Element;

class ResultsDirectoryTest {

    private static final Results RESULTS =
            new Results(
                    new Occasion(
                            "the command",
                            "2026-11-21T12:00",
                            new Surroundings("a machine", "a JDK", "abc")),
                    List.of(
                            new JobResult(
                                    Workload.WORD_COUNT,
                                    16 << 20,
                                    1,
                                    List.of(
                                            entry("hadoop", 8, 9, 7),
                                            entry("millrace", 2, 2, 4),
                                            floor(),
                                            new Entry(
                                                    "spark",
                                                    "Spark",
                                                    List.of(),
                                                    false,
                                                    false,
                                                    "install it"))),
                            new JobResult(
                                    Workload.PAGE_RANK,
                                    1 << 20,
                                    1,
                                    List.of(
                                            entry("hadoop", 6),
                                            entry("millrace", 3),
                                            new Entry(
                                                    "floor",
                                                    "the floor",
                                                    List.of(),
                                                    false,
                                                    true,
                                                    "it fell"),
                                            entry("spark", 12)))));

    @TempDir Path folder;

    @Test
    void thePageHasRatiosFiguresNotesAndWhatRepeatsThem() throws Exception {
        String page = new ResultsDirectory(folder.resolve("new")).keep(RESULTS);
        assertThat(folder.resolve("new/README.md")).hasContent(page);
        assertThat(page)
                .contains(
                        "| job | input | HADOOP | MILLRACE | the floor | SPARK |\n",
                        "| wordcount | 16 MB of text | 4.00 | 1.00 | 0.50 | - |\n",
                        "| pagerank | 1 MB of webgraph | 2.00 | 1.00 | - | 4.00 |\n",
                        "| HADOOP | 4.00 | 8.00 s | 7.00 - 9.00 | 2.0 | 1.5 | 3 MB | 8.00, 9.00, 7.00 |\n",
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
        new ResultsDirectory(folder).keep(RESULTS);
        JsonNode root = new ObjectMapper().readTree(folder.resolve("results.json").toFile());
        assertThat(root.path("commit").asText()).isEqualTo("abc");
        JsonNode contenders = root.path("jobs").path(0).path("contenders");
        assertThat(contenders).hasSize(4);
        JsonNode hadoop = contenders.path(0);
        assertThat(hadoop.path("ratio").asDouble()).isEqualTo(4.0);
        assertThat(hadoop.path("seconds").path("median").asDouble()).isEqualTo(8.0);
        assertThat(hadoop.path("seconds").path("runs")).hasSize(3);
        assertThat(hadoop.path("peakBytes").path("max").asLong()).isEqualTo(3 << 20);
        assertThat(contenders.path(2).path("warmSeconds").path("median").asDouble()).isEqualTo(0.5);
        assertThat(contenders.path(3).path("skipped").asText()).isEqualTo("install it");
        assertThat(root.path("jobs").path(1).path("contenders").path(2).path("failed").asText())
                .isEqualTo("it fell");
    }

    @Test
    void plotsAreSvgWithMoreToSeeThanAnEmptyChart() throws Exception {
        String page = new ResultsDirectory(folder).keep(RESULTS);
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
        Figures slow = new Figures(4, null, null, null).dividedInto(parts(1, 3));
        Figures fast = new Figures(2, null, null, null).dividedInto(parts(0.5, 1.5));
        Entry millrace = new Entry("millrace", "Millrace", List.of(slow, fast), true, false, null);
        JobResult small =
                new JobResult(
                        Workload.GROUP_BY, 1 << 20, 1, List.of(millrace, entry("spark", 5, 5)));
        JobResult large =
                new JobResult(Workload.GROUP_BY, 2 << 20, 1, List.of(millrace, entry("spark", 6)));
        Results results = new Results(RESULTS.occasion(), List.of(small, large));

        String page = new ResultsDirectory(folder).keep(results);

        assertThat(page)
                .contains(
                        "(breakdown.svg)",
                        "| seconds | wall clock | process | map compute |\n",
                        "| Millrace | 3.00 | 0.75 | 2.25 |\n",
                        "| SPARK | 5.00 | - | - |\n");
        assertThat(folder.resolve("breakdown.svg")).isNotEmptyFile();
        JsonNode root = new ObjectMapper().readTree(folder.resolve("results.json").toFile());
        JsonNode contenders = root.path("jobs").path(1).path("contenders");
        assertThat(contenders.path(0).at("/parts/map compute/median").asDouble()).isEqualTo(2.25);
        assertThat(contenders.path(1).has("parts")).isFalse();
    }

    @Test
    void runsThatAreNotDividedHaveNoBreakdown() throws Exception {
        assertThat(new ResultsDirectory(folder).keep(RESULTS)).doesNotContain("wall clock | ");
        assertThat(folder.resolve("breakdown.svg")).doesNotExist();
    }

    private static Map<String, Double> parts(double process, double map) {
        Map<String, Double> parts = new LinkedHashMap<>();
        parts.put("process", process);
        parts.put("map compute", map);
        parts.put("partial sort", 0.0);
        return parts;
    }

    @Test
    void plotsTellTheInputsOfAWorkloadApart() {
        List<JobResult> jobs = new ArrayList<>(RESULTS.jobs());
        JobResult first = jobs.get(0);
        JobResult larger = new JobResult(first.workload(), 1L << 30, 1, first.entries());
        jobs.add(larger);
        Results results = new Results(RESULTS.occasion(), jobs);
        assertThat(results.title(first)).isEqualTo("wordcount, 16 MB");
        assertThat(results.title(larger)).isEqualTo("wordcount, 1 GB");
        assertThat(results.title(jobs.get(1))).isEqualTo("pagerank");
    }

    @Test
    void withoutAnyFigureThereIsStillAPage() throws Exception {
        Entry skipped = new Entry("spark", "Spark", List.of(), false, false, "install it");
        Results nothing =
                new Results(
                        new Occasion(
                                "the command",
                                "now",
                                new Surroundings("a machine", "a JDK", "abc")),
                        List.of(new JobResult(Workload.GREP, 1 << 20, 1, List.of(skipped))));
        assertThat(new ResultsDirectory(folder).keep(nothing))
                .contains("Spark was not run: install it")
                .doesNotContain(".svg");
    }

    private static Entry entry(String word, double... seconds) {
        List<Figures> runs =
                java.util.Arrays.stream(seconds)
                        .mapToObj(run -> new Figures(run, null, 1.5, 3L << 20))
                        .toList();
        return new Entry(word, word.toUpperCase(java.util.Locale.ROOT), runs, true, false, null);
    }

    private static Entry floor() {
        List<Figures> runs = List.of(new Figures(1, 0.5, null, null));
        return new Entry("floor", "the floor", runs, false, false, null);
    }
}
