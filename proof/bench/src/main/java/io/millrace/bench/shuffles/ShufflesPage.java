package io.millrace.bench.shuffles;

import io.millrace.bench.frame.BarChart;
import io.millrace.measure.Experiment;
import io.millrace.measure.Figures;
import io.millrace.measure.Line;
import io.millrace.measure.Report;
import io.millrace.measure.Row;
import io.millrace.measure.Table;
import java.util.List;
import java.util.Locale;

/** The page of all loads: an experiment for each, whose base is the planner's default, pull. */
final class ShufflesPage {

    private ShufflesPage() {}

    static Report of(List<Experiment> loads) {
        List<Row> common =
                loads.get(0).rows().stream()
                        .filter(row -> loads.stream().allMatch(each -> has(each, row)))
                        .toList();
        List<Line> ofCommon =
                Experiment.lines(loads).stream().filter(line -> has(line.row(), common)).toList();
        Table<Experiment> ratios = new Table<Experiment>().text("load", Experiment::name);
        for (Row way : common.subList(1, common.size())) {
            ratios.text(way.title(), load -> ratios(load.line(way.word()).orElseThrow()));
        }
        ratios.text("pull", load -> pull(load.baseRow().orElseThrow()))
                .text("from - to", load -> load.lines().get(0).spread());
        Report report =
                new Report(loads)
                        .text("# Times of each shuffle, divided by pull's")
                        .table(ratios, loads)
                        .text(
                                """
                                Medians of wall clock and of processor time; the synthetic job, alternating in one process, after a round that does
                                not count.
                                """)
                        .chart(
                                "ratios.svg",
                                new BarChart(
                                                "Time of each shuffle, divided by pull's (logarithmic)",
                                                "ratio")
                                        .addRatios(ofCommon))
                        .chart(
                                "ways.svg",
                                new BarChart(
                                                "All ways of the ordinary load (logarithmic)",
                                                "seconds")
                                        .add(ordinary(loads), Figures.SECONDS, 1));
        for (Experiment load : loads) {
            if (load.rows().size() > common.size()) {
                report.text("## %s, all ways".formatted(load.name()))
                        .table(allWays(), load.lines());
            }
        }
        return report;
    }

    private static boolean has(Experiment load, Row way) {
        return has(way, load.rows());
    }

    private static boolean has(Row way, List<Row> rows) {
        return rows.stream().anyMatch(row -> row.word().equals(way.word()));
    }

    private static List<Line> ordinary(List<Experiment> loads) {
        return Experiment.lines(
                loads.stream().filter(load -> load.name().equals(Load.ORDINARY)).toList());
    }

    private static String ratios(Line line) {
        return String.format(
                Locale.ROOT, "%.2f, %.2f", line.ratio(), line.ratio(Figures.CPU_SECONDS));
    }

    private static String pull(Row pull) {
        return String.format(
                Locale.ROOT,
                "%.2f s, %.2f s",
                pull.seconds().median(),
                pull.get(Figures.CPU_SECONDS).median());
    }

    private static Table<Line> allWays() {
        return new Table<Line>()
                .text("", Line::title)
                .number("ratio", "%.2f", Line::ratio)
                .text("interval", Line::interval)
                .number("of processor time", "%.2f", line -> line.ratio(Figures.CPU_SECONDS))
                .number("median", "%.2f s", Line.median(Figures.SECONDS))
                .text("from - to", Line::spread)
                .number("processor time", "%.2f s", Line.median(Figures.CPU_SECONDS))
                .text("runs", Line::runs);
    }
}
