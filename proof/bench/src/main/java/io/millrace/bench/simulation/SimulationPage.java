package io.millrace.bench.simulation;

import io.millrace.bench.frame.BarChart;
import io.millrace.measure.Experiment;
import io.millrace.measure.Line;
import io.millrace.measure.Report;
import io.millrace.measure.Row;
import io.millrace.measure.Sample;
import io.millrace.measure.Table;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/**
 * The page of simulated exchanges: an experiment for each number of workers, with a row for each
 * algorithm.
 */
final class SimulationPage {

    /** Seconds of real workers. */
    static final String MEASURED = "measuredSeconds";

    /** Messages that were lost at a port and sent again, in the simulation. */
    static final String LOST = "lostMessages";

    private SimulationPage() {}

    static Report of(List<Experiment> experiments) {
        Table<Experiment> table = new Table<Experiment>().text("workers", Experiment::name);
        BarChart chart = new BarChart("From the last map task to the last part", "seconds");
        for (Exchange each : Exchange.values()) {
            table.text(each.title(), of -> cell(of.row(each.name()).orElseThrow()));
        }
        table.text("first", SimulationPage::first);
        for (Line line : Experiment.lines(experiments)) {
            String group = line.experiment().name() + " workers";
            chart.add(line.title(), group, line.row().seconds(), 1);
            Sample measured = line.row().sample(MEASURED);
            if (measured != null) {
                chart.add(line.title() + ", measured", group, measured, 1);
            }
        }
        return new Report(experiments)
                .text(
                        "# Seconds from the end of the last map task until all workers have all parts")
                .table(table, experiments)
                .chart("exchanges.svg", chart);
    }

    private static String first(Experiment experiment) {
        return experiment.rows().stream()
                .min(Comparator.comparingDouble(row -> row.seconds().median()))
                .orElseThrow()
                .title();
    }

    private static String cell(Row row) {
        Sample measured = row.sample(MEASURED);
        double lost = row.get(LOST).median();
        return String.format(Locale.ROOT, "%.3f", row.seconds().median())
                + (measured == null
                        ? ""
                        : String.format(Locale.ROOT, ", measured %.3f", measured.median()))
                + (lost > 0 ? String.format(Locale.ROOT, " (%.0f lost)", lost) : "");
    }
}
