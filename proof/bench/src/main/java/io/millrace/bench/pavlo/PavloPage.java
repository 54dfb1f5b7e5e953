package io.millrace.bench.pavlo;

import io.millrace.bench.frame.BarChart;
import io.millrace.measure.Experiment;
import io.millrace.measure.Figures;
import io.millrace.measure.Line;
import io.millrace.measure.Report;
import io.millrace.measure.Row;
import io.millrace.measure.Table;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The benchmark's queries: goals first, then each query, then the building of paged files. */
final class PavloPage {

    private static final double MB = 1 << 20;
    private static final int FIGURE_OF_INDEXES = 10;

    private static final Table<Line> FIGURES =
            new Table<Line>()
                    .text("", Line::title)
                    .text("Hadoop's time, divided by this", PavloPage::speed)
                    .number("median", "%.2f s", Line.median(Figures.SECONDS))
                    .text("from - to", Line::spread)
                    .number("CPU seconds", "%.1f", Line.median(Figures.CPU_SECONDS))
                    .number("memory", "%.0f MB", Line.median(Figures.PEAK_BYTES, MB));

    private PavloPage() {}

    /**
     * The page.
     *
     * @param bytes of each table
     * @param queries an experiment for each
     * @param indexes the paged files that were built
     */
    static Report of(long bytes, List<Experiment> queries, List<Row> indexes) {
        Experiment built =
                Experiment.of("building paged files", indexes).with(PavloCommand.TASK, "index");
        List<Experiment> all = new ArrayList<>(queries);
        if (!indexes.isEmpty()) {
            all.add(built);
        }
        Table<Goal> goals =
                new Table<Goal>()
                        .text("goal, of medians", Goal::text)
                        .text(
                                "",
                                goal ->
                                        (goal.isAtLeast() ? "at least " : "at most ")
                                                + number(goal.limit()))
                        .text("measured", goal -> measured(goal, queries));
        Report report =
                new Report(all)
                        .text("# The benchmark by Pavlo et al., %.0f MB".formatted(bytes / MB))
                        .table(goals, Goal.ALL);
        charts(queries, indexes).forEach(report::chart);
        for (Experiment query : queries) {
            report.text("## " + query.name()).table(FIGURES, query.lines());
        }
        if (!indexes.isEmpty()) {
            report.text("## Building paged files")
                    .table(
                            new Table<Row>()
                                    .text("table", Row::word)
                                    .text("order", Row::title)
                                    .number("time", "%.2f s", row -> row.seconds().median()),
                            indexes)
                    .text("Once, as a job on Millrace; not part of the times above.");
        }
        queries.forEach(report::notes);
        return report;
    }

    private static String measured(Goal goal, List<Experiment> queries) {
        return goal.ratio()
                .apply(queries)
                .map(found -> number(found) + (goal.isMet(found) ? "" : ", **missed**"))
                .orElse("-");
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, value < 10 ? "%.2f" : "%.0f", value);
    }

    private static String speed(Line line) {
        Double ratio = line.experiment().ratio(Way.HADOOP_SLOTS.toString(), line.row().word());
        return ratio == null ? "-" : number(ratio);
    }

    /** Numbered as the paper's figures. */
    private static Map<String, BarChart> charts(List<Experiment> queries, List<Row> indexes) {
        Map<String, BarChart> charts = new LinkedHashMap<>();
        for (Task task : Task.values()) {
            charts.put(
                    "figure%d-%s.svg".formatted(task.figure(), task),
                    new BarChart(task + " (logarithmic)", "seconds")
                            .add(lines(task, queries), Figures.SECONDS, 1));
        }
        BarChart built = new BarChart("building paged files (logarithmic)", "seconds");
        indexes.forEach(row -> built.add(row.title(), row.word(), row.seconds(), 1));
        charts.put("figure%d-indexes.svg".formatted(FIGURE_OF_INDEXES), built);
        return charts;
    }

    private static List<Line> lines(Task task, List<Experiment> queries) {
        return Experiment.lines(
                queries.stream()
                        .filter(query -> query.fact(PavloCommand.TASK).equals(task.toString()))
                        .toList());
    }
}
