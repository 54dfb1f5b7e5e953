package io.millrace.bench.overlap;

import io.millrace.bench.frame.BarChart;
import io.millrace.bench.job.JobReports;
import io.millrace.measure.Experiment;
import io.millrace.measure.Figures;
import io.millrace.measure.Line;
import io.millrace.measure.Report;
import io.millrace.measure.Table;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Eager partial reduce: ratios first, then the figures of each way. */
final class OverlapPage {

    private static final double MB = 1 << 20;

    private static final Table<Line> FIGURES =
            new Table<Line>()
                    .text("benchmark", line -> line.experiment().name())
                    .number("record memory", "%.0f MB", Line.median(JobReports.LIMIT, MB))
                    .text("partial reduce", line -> line.row().word())
                    .number("median", "%.2f s", Line.median(Figures.SECONDS))
                    .text("from - to", Line::spread)
                    .text("interval of the ratio", Line::interval)
                    .number("CPU seconds", "%.1f", Line.median(Figures.CPU_SECONDS))
                    .number("spilled records", "%,.0f", Line.median(JobReports.SPILLED_RECORDS))
                    .number("spilled", "%.0f MB", Line.median(JobReports.SPILLED_BYTES, MB))
                    .number(
                            "records to partial reducers",
                            "%,.0f",
                            Line.median(JobReports.PARTIAL_RECORDS))
                    .text("runs", Line::runs);

    private OverlapPage() {}

    /**
     * The page of all benchmarks.
     *
     * @param experiments of each benchmark one with ample and one with tight memory
     * @param failures why other benchmarks have no figures
     */
    static Report of(List<Experiment> experiments, List<String> failures) {
        List<Experiment> ample = with("ample", experiments);
        List<Experiment> tight = with("tight", experiments);
        BarChart ratios =
                new BarChart(
                        "Time with partial reduce, divided by time without (logarithmic)", "ratio");
        for (Experiment each : experiments) {
            ratios.addRatio(
                    each.fact(OverlapStudy.MEMORY) + " memory",
                    each,
                    OverlapStudy.EAGER,
                    OverlapStudy.NEVER);
        }
        Report report =
                new Report(experiments)
                        .text("# Time with eager partial reduce, divided by time without")
                        .text(ratios(ample, tight))
                        .text(
                                """
                                Ratios of medians, of wall clock and of processor time; whole processes from the shell, alternating.
                                The last column is the most record memory that a run without partial reduce held. Tight memory is a
                                quarter of it, and at least 8 MB. All outputs of a benchmark were compared with each other.
                                """)
                        .chart("ratios.svg", ratios)
                        .text("## Ample memory")
                        .table(FIGURES, Experiment.lines(ample))
                        .text("## A quarter of the memory that the map output needs")
                        .table(FIGURES, Experiment.lines(tight));
        failures.forEach(failure -> report.text("FAILED: " + failure.replace("\n", "\n    ")));
        return report;
    }

    private static List<Experiment> with(String memory, List<Experiment> experiments) {
        return experiments.stream()
                .filter(each -> memory.equals(each.fact(OverlapStudy.MEMORY)))
                .toList();
    }

    private static String ratios(List<Experiment> ample, List<Experiment> tight) {
        List<Line> lines = ample.stream().map(OverlapPage::eager).toList();
        Map<String, Line> others = new HashMap<>();
        tight.forEach(each -> others.put(each.name(), eager(each)));
        Table<Line> table =
                new Table<Line>()
                        .text(
                                "benchmark",
                                line -> line.experiment().name() + " (" + line.fact("job") + ")")
                        .text("shuffle", line -> line.fact("shuffle"))
                        .ratio("ample memory", Line::ratio)
                        .number("CPU", "%.2f", line -> line.ratio(Figures.CPU_SECONDS))
                        .ratio("tight memory", line -> of(others, line).ratio())
                        .number("CPU", "%.2f", line -> of(others, line).ratio(Figures.CPU_SECONDS))
                        .number(
                                "needs",
                                "%.0f MB",
                                line -> line.experiment().number(OverlapStudy.NEEDED) / MB);
        StringBuilder text = new StringBuilder(table.of(lines));
        for (String shuffle : List.of("heavy", "light")) {
            List<Line> these =
                    lines.stream().filter(line -> line.fact("shuffle").equals(shuffle)).toList();
            text.append(these.isEmpty() ? "" : table.means("shuffle-" + shuffle, these));
        }
        return text.toString();
    }

    private static Line eager(Experiment experiment) {
        return experiment.line(OverlapStudy.EAGER).orElseThrow();
    }

    private static Line of(Map<String, Line> others, Line line) {
        return Objects.requireNonNull(others.get(line.experiment().name()));
    }
}
