package io.millrace.bench.pavlo;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.millrace.bench.frame.Figures;
import io.millrace.bench.frame.Surroundings;
import io.millrace.bench.job.Entry;
import io.millrace.bench.report.Occasion;
import io.millrace.bench.report.ResultsDirectory;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PavloReportTest {

    private static final long MB = 1 << 20;

    private static final PavloReport REPORT =
            new PavloReport(
                    new Occasion(
                            "the command", "now", new Surroundings("a machine", "a JDK", "abc")),
                    64 * MB,
                    List.of(
                            new QueryResult(
                                    Task.SELECTION.queries().get(0),
                                    List.of(
                                            entry(Way.HADOOP_SLOTS, 60, null),
                                            entry(Way.MILLRACE, 6, null),
                                            entry(Way.MILLRACE_INDEXED, 1, null),
                                            entry(Way.DUCKDB, 0.5, null))),
                            new QueryResult(
                                    Task.JOIN.queries().get(0),
                                    List.of(
                                            entry(Way.HADOOP_SLOTS, 40, null),
                                            entry(Way.MILLRACE_INDEXED, 2, null),
                                            entry(Way.SPARK, 0, "no Spark")))),
                    List.of(new IndexTime("rankings", true, new Figures(3, null, 2.0, null))));

    @TempDir Path folder;

    private static Entry entry(Way way, double seconds, @Nullable String note) {
        List<Figures> runs =
                note == null ? List.of(new Figures(seconds, null, seconds, 5 * MB)) : List.of();
        return new Entry(way.word(), way.title(), runs, note == null, false, note);
    }

    @Test
    void goalsAreMeasuredAndMissedOnesAreMarked() throws Exception {
        String page = new ResultsDirectory(folder).keep(REPORT);
        assertThat(page)
                .contains(
                        "| selection at 0.002: Hadoop's scan to the index | at least 50 | 60 |",
                        "| selection at 0.002: DuckDB over text to the index | at least 1.00 | 0.50, **missed** |",
                        "| join: three jobs on Hadoop to one with the index | at least 10 | 20 |",
                        "| join: three jobs on Millrace to one with the index | at least 10 | - |",
                        "| at least 25 | 33 |")
                .contains("| Millrace, indexed | 60 | 1.00 s | 1.00 - 1.00 | 1.0 | 5 MB |")
                .contains("left out: Spark SQL over text: no Spark")
                .contains("| rankings | sorted | 3.00 s |");
        assertThat(folder)
                .isDirectoryContaining(file -> file.endsWith("figure7-selection.svg"))
                .isDirectoryContaining(file -> file.endsWith("figure10-indexes.svg"))
                .isDirectoryContaining(file -> file.endsWith("figure11-join.svg"));
    }

    @Test
    void figuresAreThereForProgramsAndAsLines() {
        JsonNode selection = REPORT.figures().at("/queries/0");
        assertThat(selection.path("query").asText()).isEqualTo("selection at 0.002");
        assertThat(selection.at("/ways/0/seconds/median").asDouble()).isEqualTo(60);
        assertThat(REPORT.figures().at("/queries/1/ways/2/skipped").asText()).isEqualTo("no Spark");
        assertThat(REPORT.csv().lines())
                .hasSize(7)
                .contains("join,join,millrace-indexed,1,2.0000,2.0000,2.0000,2.00,5242880");
    }

    @Test
    void tasksAndWaysAreFoundByTheirNames() {
        for (Task task : Task.values()) {
            assertThat(Task.named(task.word())).contains(task);
            assertThat(task.queries()).isNotEmpty();
        }
        for (Way way : Way.values()) {
            assertThat(Way.named(way.word())).contains(way);
        }
    }
}
