package io.millrace.bench.frame;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.measure.Experiment;
import io.millrace.measure.Report;
import io.millrace.measure.Row;
import io.millrace.measure.Table;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PrintedReportTest {

    private static final Experiment FIRST =
            Experiment.of(
                            "first",
                            List.of(
                                    Reports.row("a", "A", Map.of("peakBytes", 3.0), 1, 2, 3),
                                    Reports.row("b", "B", Map.of(), 4)))
                    .with("inputBytes", 10);
    private static final Experiment SECOND =
            Experiment.of("second, small", List.of(Reports.row("a", "A", Map.of(), 0.5)));

    @TempDir Path folder;

    @Test
    void linesForSpreadsheetsHaveColumnsForAllFactsAndFigures() {
        assertThat(new Report(List.of(FIRST, SECOND)).csv().lines())
                .containsExactly(
                        "experiment,input_bytes,row,runs,mean,stddev,median,min,max,peak_bytes,outliers",
                        "first,10,a,3,2,1,2,1,3,3,0",
                        "first,10,b,1,4,0,4,4,4,,0",
                        "\"second, small\",null,a,1,0.5000,0,0.5000,0.5000,0.5000,,0");
        assertThat(new Report(List.of(SECOND)).csv()).startsWith("row,runs,mean,");
    }

    @Test
    void aChartWithoutBarsIsNeitherNamedNorKept() throws Exception {
        Report report = new Report(List.of(FIRST)).chart("empty.svg", new BarChart("x", "s"));
        assertThat(Reports.kept(report, folder)).doesNotContain("svg");
        assertThat(folder.resolve("empty.svg")).doesNotExist();
    }

    @Test
    void aReasonIsGivenOnceUnlessARunFailed() {
        Experiment absent =
                Experiment.of(
                        "x",
                        List.of(
                                Row.skipped("s", "Spark", "install it"),
                                Row.failed("f", "the floor", "it fell\nand broke")));
        assertThat(new Report(List.of()).notes(absent).notes(absent).page())
                .isEqualTo(
                        """
                        Spark was not run: install it

                        the floor FAILED: it fell
                            and broke

                        the floor FAILED: it fell
                            and broke
                        """);
    }

    @Test
    void aTableHasADashWhereThereIsNoNumber() {
        Table<String> table =
                new Table<String>()
                        .text("word", word -> word)
                        .number(
                                "length",
                                "%.1f",
                                word -> word.isEmpty() ? null : 1.0 * word.length());
        assertThat(table.of(List.of("ab", "")))
                .isEqualTo("| word | length |\n|---|---|\n| ab | 2.0 |\n|  | - |\n");
    }
}
