package io.millrace.bench;

import io.millrace.bench.contender.Comparison;
import io.millrace.bench.frame.BarChart;
import io.millrace.bench.job.JobParts;
import io.millrace.engine.config.ByteSize;
import io.millrace.measure.Experiment;
import io.millrace.measure.Figures;
import io.millrace.measure.Line;
import io.millrace.measure.Report;
import io.millrace.measure.Row;
import io.millrace.measure.Sample;
import io.millrace.measure.Table;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Workloads under contenders: ratios first, then each job's figures. */
final class SuitePage {

    private static final double MB = 1 << 20;
    private static final String UNDIVIDED = "not divided";

    private static final Table<Line> FIGURES =
            new Table<Line>()
                    .text("", Line::title)
                    .number("ratio", "%.2f", Line::ratio)
                    .text("interval", Line::interval)
                    .number("median", "%.2f s", Line.median(Figures.SECONDS))
                    .text("from - to", Line::spread)
                    .number("MB/s", "%.1f", line -> line.bytesPerSecond() / MB)
                    .number("CPU seconds", "%.1f", Line.median(Figures.CPU_SECONDS))
                    .number("peak memory", "%.0f MB", Line.median(Figures.PEAK_BYTES, MB))
                    .text("runs", Line::runs);

    private SuitePage() {}

    static Report of(List<Experiment> jobs) {
        List<Line> lines = Experiment.lines(jobs);
        Report report =
                new Report(jobs)
                        .text("# Times of each contender, divided by Millrace's")
                        .table(ratios(lines), jobs)
                        .text(
                                """
                                Medians of wall clock; whole processes from the shell, alternating; the same JDK for all.
                                Where Millrace was not measured, ratios are to the first contender that was.
                                """)
                        .chart(
                                "ratios.svg",
                                new BarChart(
                                                "Time of each contender, divided by Millrace's (logarithmic)",
                                                "ratio")
                                        .addRatios(lines))
                        .chart(
                                "seconds.svg",
                                new BarChart(
                                                "Wall clock: medians, with half the spread (logarithmic)",
                                                "seconds")
                                        .add(lines, Figures.SECONDS, 1))
                        .chart(
                                "memory.svg",
                                new BarChart("Peak memory of all processes (logarithmic)", "MB")
                                        .add(lines, Figures.PEAK_BYTES, MB))
                        .chart("breakdown.svg", breakdown(jobs));
        jobs.forEach(job -> add(job, report));
        return report.remark("")
                .remark(
                        "CPU seconds are those of all processes that took part; so is memory, as resident pages,")
                .remark("of which those that two processes share count twice. " + sizes(lines));
    }

    private static Table<Experiment> ratios(List<Line> lines) {
        Map<String, String> contenders = new LinkedHashMap<>();
        lines.forEach(line -> contenders.putIfAbsent(line.row().word(), line.title()));
        Table<Experiment> table =
                new Table<Experiment>()
                        .text("job", job -> job.fact("job"))
                        .text("input", SuitePage::input);
        contenders.forEach((word, title) ->
                table.number(title, "%.2f", job -> job.line(word).map(Line::ratio).orElse(null)));
        return table;
    }

    private static String input(Experiment job) {
        return ByteSize.format(job.number("bytes")) + " of " + job.fact("input");
    }

    private static void add(Experiment job, Report report) {
        report.text("## %s, %s (seed %s)".formatted(job.fact("job"), input(job), job.fact("seed")))
                .table(FIGURES, job.lines())
                .text(
                        """
                        Outputs %s. If a contender is
                        not Hadoop, lines are compared in any order, and all bytes of TeraSort in their order.
                        """
                                .formatted(job.fact("outputs")));
        tax(job, report);
        List<String> parts = parts(job);
        if (!parts.isEmpty()) {
            Table<Line> table =
                    new Table<Line>()
                            .text("seconds", Line::title)
                            .number("wall clock", "%.2f", Line.median(Figures.SECONDS));
            parts.forEach(part -> table.number(part, "%.2f", Line.median(part)));
            report.table(table, job.lines())
                    .text(
                            """
                            Medians of the parts of each run's wall clock. The time of a job is divided in proportion to the busy
                            time of its slots, and the process has the rest. Other contenders do not report parts.
                            """);
        }
        report.notes(job);
        for (Line line : job.lines()) {
            if (line.row().settings().containsKey(Comparison.OUTPUT)
                    && !line.row().word().equals("floor")) {
                report.text(line.title() + ": its output is not of a kind that could be compared.");
            }
        }
    }

    /** The cost of the engine on top of the user's own code. */
    private static void tax(Experiment job, Report report) {
        Double first = job.ratio("millrace", "floor");
        Sample warm = job.row("floor").map(row -> row.sample(Figures.WARM_SECONDS)).orElse(null);
        if (first != null && warm != null) {
            report.text(
                    String.format(
                            Locale.ROOT,
                            "Millrace took %.2f times the floor's first pass, and %.2f times the warm one of %.2f s.",
                            first,
                            job.row("millrace").orElseThrow().seconds().median() / warm.median(),
                            warm.median()));
        }
    }

    /** The parts that took time in any contender; none if no time is divided. */
    private static List<String> parts(Experiment job) {
        return JobParts.names().stream()
                .filter(part -> job.lines().stream().anyMatch(line -> has(line.row(), part)))
                .toList();
    }

    private static boolean has(Row row, String part) {
        Sample sample = row.sample(part);
        return sample != null && sample.max() > 0;
    }

    /**
     * The parts of the time of each contender, as figures 7, 11 and 15 of Daikoku et al. show them.
     * Contenders that do not report parts have one.
     */
    private static BarChart breakdown(List<Experiment> jobs) {
        BarChart chart = BarChart.stacked("Parts of the wall clock: medians", "seconds");
        for (Experiment job : jobs) {
            List<String> parts = parts(job);
            for (Line line : parts.isEmpty() ? List.<Line>of() : job.lines()) {
                String group = job.name() + ", " + line.row().word();
                List<String> own = parts.stream().filter(part -> has(line.row(), part)).toList();
                own.forEach(part -> chart.add(part, group, line.row().sample(part), 1));
                if (own.isEmpty()) {
                    chart.add(UNDIVIDED, group, line.row().seconds(), 1);
                }
            }
        }
        return chart;
    }

    private static String sizes(List<Line> lines) {
        return lines.stream().allMatch(line -> line.row().sample(Figures.CPU_SECONDS) == null)
                ? "This system does not tell them."
                : "The floor's seconds are those of its passes alone, without start and reading.";
    }
}
