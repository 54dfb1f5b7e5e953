package io.millrace.bench.overlap;

import io.millrace.bench.frame.BarChart;
import io.millrace.measure.Experiment;
import io.millrace.measure.Figures;
import io.millrace.measure.Line;
import io.millrace.measure.Report;
import io.millrace.measure.Row;
import io.millrace.measure.Table;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Benchmarks on a cluster: ratios to stock Hadoop first, then the figures of each way. */
final class PluginsPage {

    private static final double MB = 1 << 20;

    /** The parts of a job's time, in their order. */
    private static final Map<String, String> PHASES = new LinkedHashMap<>();

    static {
        PHASES.put("map", JobHistory.MAP);
        PHASES.put("exposed shuffle", JobHistory.SHUFFLE);
        PHASES.put("final sort", JobHistory.SORT);
        PHASES.put("final reduce", JobHistory.REDUCE);
    }

    private static final Table<Line> FIGURES =
            new Table<Line>()
                    .text("benchmark", line -> line.experiment().name())
                    .text("Mbit/s", line -> line.fact(PluginsStudy.MEGABITS))
                    .text("way", line -> line.row().word())
                    .number("job", "%.1f s", Line.median(Figures.SECONDS))
                    .text("from - to", Line::spread)
                    .text("interval of the ratio", Line::interval)
                    .number("map phase", "%.1f s", Line.median(JobHistory.MAP))
                    .number("exposed shuffle", "%.1f s", Line.median(JobHistory.SHUFFLE))
                    .number("final sort", "%.1f s", Line.median(JobHistory.SORT))
                    .number("final reduce", "%.1f s", Line.median(JobHistory.REDUCE))
                    .number("shuffled", "%.1f MB", Line.median(JobHistory.SHUFFLED, MB))
                    .number("map CPU", "%.1f s", Line.median(JobHistory.MAP_CPU))
                    .number("of stock's", "%.2f", line -> ofStock(line, JobHistory.MAP_CPU))
                    .number("reduce CPU", "%.1f s", Line.median(JobHistory.REDUCE_CPU))
                    .number("of stock's", "%.2f", line -> ofStock(line, JobHistory.REDUCE_CPU))
                    .number(
                            "reduces on one node",
                            "%.0f",
                            line -> line.row().get(JobHistory.ON_ONE_NODE).max())
                    .number("failed attempts", "%.0f", Line.median(JobHistory.FAILED))
                    .number("wall clock", "%.1f s", Line.median(PluginsStudy.WALL))
                    .text("runs", Line::runs);

    private final List<Experiment> experiments;
    private final List<Line> lines;
    private final List<Way> ways;

    private PluginsPage(List<Experiment> experiments) {
        this.experiments = experiments;
        lines = Experiment.lines(experiments);
        ways = Arrays.stream(Way.values()).filter(this::ran).toList();
    }

    private boolean ran(Way way) {
        return lines.stream().anyMatch(line -> line.row().word().equals(way.toString()));
    }

    /** The page of experiments, each of a benchmark at a rate. */
    static Report of(List<Experiment> experiments) {
        return new PluginsPage(experiments).report();
    }

    private Report report() {
        Report report =
                new Report(experiments).text("# Time on a cluster, divided by stock Hadoop's");
        List<Integer> rates = experiments.stream().map(PluginsPage::rate).distinct().toList();
        rates.forEach(rate -> ratios(rate, report));
        String titles =
                ways.stream()
                        .map(way -> "- `%s`: %s".formatted(way.toString(), way.title()))
                        .collect(Collectors.joining("\n"));
        report.text(
                        """
                        Ratios of medians; runs alternate. All outputs of a benchmark were compared.
                        The time of a job is its application master's, from the start of the job to its end.
                        Ideal: an instant shuffle, estimated from stock Hadoop's run: its time without the shorter
                        one of the exposed shuffle and the work after it.
                        %s
                        """
                                .formatted(titles))
                .text(
                        "Hadoop's nativetask is not among the ways: the artifacts of this Hadoop have no native library.");
        for (int rate : rates) {
            report.chart("ratios-" + rate + ".svg", ratioChart(rate));
            report.chart("phases-" + rate + ".svg", phases(rate));
        }
        if (rates.size() > 1) {
            report.chart("rates.svg", overRates());
        }
        report.chart("controls.svg", controls()).text("## Medians").table(FIGURES, lines);
        experiments.forEach(report::notes);
        return report;
    }

    private static int rate(Experiment experiment) {
        return (int) experiment.number(PluginsStudy.MEGABITS);
    }

    private List<Experiment> at(int rate) {
        return experiments.stream().filter(each -> rate(each) == rate).toList();
    }

    private static @Nullable Double ratio(Experiment experiment, Way way) {
        return experiment.ratio(way.toString(), Way.STOCK.toString());
    }

    private static Optional<Row> stock(Experiment experiment) {
        return experiment.row(Way.STOCK.toString());
    }

    /** The time with an ideal, instant shuffle, as a multiple of stock Hadoop's time. */
    private static @Nullable Double ideal(Experiment experiment) {
        return stock(experiment)
                .map(row -> row.get(JobHistory.IDEAL).median() / row.seconds().median())
                .orElse(null);
    }

    private static @Nullable Double ofStock(Line line, String figure) {
        return stock(line.experiment()).isPresent() ? line.ratio(figure) : null;
    }

    private void ratios(int rate, Report report) {
        Table<Experiment> table =
                new Table<Experiment>()
                        .text("benchmark", each -> each.name() + " (" + each.fact("job") + ")")
                        .text("shuffle", each -> each.fact("shuffle"))
                        .number(
                                "stock",
                                "%.1f s",
                                each -> stock(each).map(row -> row.seconds().median()).orElse(null))
                        .ratio("ideal", PluginsPage::ideal);
        ways.stream()
                .filter(way -> way != Way.STOCK)
                .forEach(way -> table.ratio(way.toString(), each -> ratio(each, way)));
        StringBuilder text = new StringBuilder(table.of(at(rate)));
        for (String shuffle : List.of("heavy", "light")) {
            List<Experiment> these =
                    at(rate).stream().filter(each -> shuffle.equals(each.fact("shuffle"))).toList();
            text.append(these.size() < 2 ? "" : table.means("shuffle-" + shuffle, these));
        }
        report.text(
                        "## "
                                + (rate == 0
                                        ? "Network without a limit"
                                        : rate + " Mbit/s for each node"))
                .text(text.toString());
    }

    /** Figure 5 of the paper. */
    private BarChart ratioChart(int rate) {
        BarChart chart =
                new BarChart(
                        "Time divided by stock Hadoop's, " + rate + " Mbit/s (logarithmic)",
                        "ratio");
        for (Line line : Experiment.lines(at(rate))) {
            Optional<Row> base = stock(line.experiment());
            if (base.isPresent() && !line.row().word().equals(Way.STOCK.toString())) {
                String group = line.experiment().name();
                double unit = base.get().seconds().median();
                chart.add(line.title(), group, line.row().seconds(), unit);
                chart.add("ideal shuffle", group, base.get().sample(JobHistory.IDEAL), unit);
            }
        }
        return chart;
    }

    /** Figure 7 of the paper. */
    private BarChart phases(int rate) {
        BarChart chart =
                BarChart.stacked("Parts of the job's time, " + rate + " Mbit/s", "seconds");
        for (Experiment experiment : at(rate)) {
            for (Way way : List.of(Way.STOCK, Way.ALL)) {
                Row row = experiment.row(way.toString()).orElse(null);
                if (row != null) {
                    String group = experiment.name() + ", " + way.toString();
                    PHASES.forEach((name, figure) -> chart.add(name, group, row.sample(figure), 1));
                }
            }
        }
        return chart;
    }

    /** Figure 9 of the paper. */
    private BarChart overRates() {
        BarChart chart =
                new BarChart(
                        "Time with "
                                + Way.ALL.title()
                                + ", divided by stock Hadoop's (logarithmic)",
                        "ratio");
        for (Experiment each : experiments) {
            chart.addRatio(rate(each) + " Mbit/s", each, Way.ALL.toString(), Way.STOCK.toString());
        }
        return chart;
    }

    /** Figure 10 of the paper. */
    private BarChart controls() {
        BarChart chart =
                new BarChart(
                        "Time divided by that with the default controls (logarithmic)", "ratio");
        for (Experiment each : experiments) {
            for (Way way : Way.SENSITIVITY) {
                String series = way.title() + ", " + rate(each) + " Mbit/s";
                chart.addRatio(series, each, way.toString(), Way.ALL.toString());
            }
        }
        return chart;
    }
}
