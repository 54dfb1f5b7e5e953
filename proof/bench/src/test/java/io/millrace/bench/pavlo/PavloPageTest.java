package io.millrace.bench.pavlo;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.millrace.bench.frame.Reports;
import io.millrace.measure.Experiment;
import io.millrace.measure.Figures;
import io.millrace.measure.Report;
import io.millrace.measure.Row;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PavloPageTest {

    private static final long MB = 1 << 20;
    private static final Report REPORT =
            PavloPage.of(
                    64 * MB,
                    List.of(
                            query(
                                    Task.SELECTION,
                                    row(Way.HADOOP_SLOTS, 60),
                                    row(Way.MILLRACE, 6),
                                    row(Way.MILLRACE_INDEXED, 1),
                                    row(Way.DUCKDB, 0.5)),
                            query(
                                    Task.JOIN,
                                    row(Way.HADOOP_SLOTS, 40),
                                    row(Way.MILLRACE_INDEXED, 2),
                                    Row.skipped(
                                            Way.SPARK.toString(), Way.SPARK.title(), "no Spark"))),
                    List.of(Reports.row("rankings", "sorted", Map.of(), 3)));

    @TempDir Path folder;

    private static Experiment query(Task task, Row... rows) {
        return Experiment.of(task.queries().get(0).name(), List.of(rows))
                .comparedWith(Way.HADOOP_SLOTS.toString())
                .with(PavloCommand.TASK, task.toString());
    }

    private static Row row(Way way, double seconds) {
        return Reports.row(
                way.toString(),
                way.title(),
                Map.of(Figures.CPU_SECONDS, seconds, Figures.PEAK_BYTES, 5.0 * MB),
                seconds);
    }

    @Test
    void goalsAreMeasuredAndMissedOnesAreMarked() throws Exception {
        String page = Reports.kept(REPORT, folder);
        assertThat(page)
                .contains(
                        "| selection at 0.002: Hadoop's scan to the index | at least 50 | 60 |",
                        "| selection at 0.002: DuckDB over text to the index | at least 1.00 | 0.50, **missed** |",
                        "| join: three jobs on Hadoop to one with the index | at least 10 | 20 |",
                        "| join: three jobs on Millrace to one with the index | at least 10 | - |",
                        "| at least 25 | 33 |")
                .contains("| Millrace, indexed | 60 | 1.00 s | 1.00 - 1.00 | 1.0 | 5 MB |")
                .contains("Spark SQL over text was not run: no Spark")
                .contains("| rankings | sorted | 3.00 s |");
        assertThat(folder)
                .isDirectoryContaining(file -> file.endsWith("figure7-selection.svg"))
                .isDirectoryContaining(file -> file.endsWith("figure10-indexes.svg"))
                .isDirectoryContaining(file -> file.endsWith("figure11-join.svg"));
    }

    @Test
    void figuresAreThereForProgramsAndAsLines() throws Exception {
        Reports.kept(REPORT, folder);
        JsonNode queries = Reports.figures(folder).path("experiments");
        assertThat(queries.at("/0/name").asText()).isEqualTo("selection at 0.002");
        assertThat(queries.at("/0/rows/0/seconds/median").asDouble()).isEqualTo(60);
        assertThat(queries.at("/1/rows/2/skipped").asText()).isEqualTo("no Spark");
        assertThat(REPORT.csv().lines())
                .hasSize(8)
                .anyMatch(line -> line.startsWith("join,join,millrace-indexed,1,2,0,2,2,2,"));
    }

    @Test
    void eachTaskHasAQueryAndHadoopAnswersIt() {
        for (Task task : Task.values()) {
            assertThat(task.queries()).isNotEmpty();
            assertThat(Way.HADOOP_SLOTS.isFor(task)).isTrue();
        }
    }
}
