package io.millrace.bench.plugins;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.millrace.apps.workload.MarcoBenchmark;
import io.millrace.bench.frame.BarChart;
import io.millrace.bench.frame.Sample;
import io.millrace.bench.report.Json;
import io.millrace.bench.report.Occasion;
import io.millrace.bench.report.Report;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/**
 * The results of all benchmarks, in all ways, at all rates.
 *
 * @param failures why others have no figures
 */
public record PluginsReport(Occasion occasion, List<Row> rows, List<String> failures)
        implements Report {

    /** The parts of a job's time, in their order. */
    private static final Map<String, ToDoubleFunction<JobTimes>> PHASES = new LinkedHashMap<>();

    /** The figures of the jobs of a row, by the names of columns. */
    private static final Map<String, ToDoubleFunction<JobTimes>> COLUMNS = new LinkedHashMap<>();

    static {
        PHASES.put("map", JobTimes::mapSeconds);
        PHASES.put("exposed shuffle", JobTimes::shuffleSeconds);
        PHASES.put("final sort", JobTimes::sortSeconds);
        PHASES.put("final reduce", JobTimes::reduceSeconds);
        COLUMNS.put("mapSeconds", JobTimes::mapSeconds);
        COLUMNS.put("shuffleSeconds", JobTimes::shuffleSeconds);
        COLUMNS.put("sortSeconds", JobTimes::sortSeconds);
        COLUMNS.put("reduceSeconds", JobTimes::reduceSeconds);
        COLUMNS.put("mapCpuSeconds", JobTimes::mapCpuSeconds);
        COLUMNS.put("reduceCpuSeconds", JobTimes::reduceCpuSeconds);
        COLUMNS.put("shuffledBytes", JobTimes::shuffledBytes);
        COLUMNS.put("idealSeconds", JobTimes::idealSeconds);
        COLUMNS.put("failedAttempts", JobTimes::failedAttempts);
        COLUMNS.put("reducesOnOneNode", JobTimes::reducesOnOneNode);
    }

    public PluginsReport {
        rows = List.copyOf(rows);
        failures = List.copyOf(failures);
    }

    List<Integer> rates() {
        return rows.stream().map(Row::megabits).distinct().toList();
    }

    List<MarcoBenchmark> benchmarks() {
        return rows.stream().map(Row::benchmark).distinct().toList();
    }

    List<Way> ways() {
        return rows.stream().map(Row::way).distinct().sorted().toList();
    }

    Optional<Row> row(MarcoBenchmark benchmark, int rate, Way way) {
        return rows.stream().filter(row -> row.isOf(benchmark, rate, way)).findFirst();
    }

    /** The row that a row is compared with: stock Hadoop's at the same rate. */
    Optional<Row> base(Row row) {
        return row(row.benchmark(), row.megabits(), Way.STOCK);
    }

    @Override
    public ObjectNode figures() {
        ObjectNode root = occasion.figures();
        ArrayNode all = root.putArray("rows");
        for (Row row : rows) {
            ObjectNode node = all.addObject();
            node.put("benchmark", row.benchmark().paperName());
            node.put("job", row.benchmark().workload().word());
            node.put("shuffleHeavy", row.benchmark().shuffleHeavy());
            node.put("megabits", row.megabits());
            node.put("way", row.way().word());
            base(row).ifPresent(base -> node.put("ratio", row.ratioTo(base)));
            Json.write("seconds", row.seconds(), node);
            Json.write("wallSeconds", row.wallSeconds(), node);
            COLUMNS.forEach((name, figure) -> Json.write(name, row.sample(figure), node));
        }
        ArrayNode failed = root.putArray("failures");
        failures.forEach(failed::add);
        return root;
    }

    /** One line for each row, after the names of the columns. */
    public String csv() {
        StringBuilder lines =
                new StringBuilder(
                                "benchmark,job,shuffle,megabits,way,runs,seconds,min,max,wallSeconds,")
                        .append(String.join(",", COLUMNS.keySet()))
                        .append('\n');
        for (Row row : rows) {
            Sample seconds = row.seconds();
            String start =
                    String.format(
                            Locale.ROOT,
                            "%s,%s,%s,%d,%s,%d,%.3f,%.3f,%.3f,%.3f,",
                            row.benchmark().paperName(),
                            row.benchmark().workload().word(),
                            row.benchmark().shuffleHeavy() ? "heavy" : "light",
                            row.megabits(),
                            row.way().word(),
                            row.runs().size(),
                            seconds.median(),
                            seconds.min(),
                            seconds.max(),
                            row.wallSeconds().median());
            lines.append(start)
                    .append(
                            COLUMNS.values().stream()
                                    .map(figure -> row.sample(figure).median())
                                    .map(value -> String.format(Locale.ROOT, "%.3f", value))
                                    .collect(Collectors.joining(",")))
                    .append('\n');
        }
        return lines.toString();
    }

    @Override
    public Map<String, BarChart> plots() {
        Map<String, BarChart> plots = new LinkedHashMap<>();
        for (int rate : rates()) {
            plots.put("ratios-" + rate + ".svg", ratios(rate));
            plots.put("phases-" + rate + ".svg", phases(rate));
        }
        if (rates().size() > 1) {
            plots.put("rates.svg", overRates());
        }
        if (ways().stream().anyMatch(Way.SENSITIVITY::contains)) {
            plots.put("controls.svg", controls());
        }
        return plots;
    }

    /** Figure 5 of the paper. */
    private BarChart ratios(int rate) {
        BarChart chart =
                new BarChart(
                        "Time divided by stock Hadoop's, " + rate + " Mbit/s (logarithmic)",
                        "ratio");
        for (Row row : rows) {
            Optional<Row> base = base(row);
            if (row.megabits() == rate && base.isPresent() && row.way() != Way.STOCK) {
                String group = row.benchmark().paperName();
                double unit = base.get().seconds().median();
                chart.add(row.way().title(), group, row.seconds(), unit);
                chart.add("ideal shuffle", group, base.get().sample(JobTimes::idealSeconds), unit);
            }
        }
        return chart;
    }

    /** Figure 7 of the paper. */
    private BarChart phases(int rate) {
        BarChart chart =
                BarChart.stacked("Parts of the job's time, " + rate + " Mbit/s", "seconds");
        for (Row row : rows) {
            if (row.megabits() == rate && (row.way() == Way.STOCK || row.way() == Way.ALL)) {
                String group = row.benchmark().paperName() + ", " + row.way().word();
                PHASES.forEach((name, figure) -> chart.add(name, group, row.sample(figure), 1));
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
        for (Row row : rows) {
            Optional<Row> base = base(row);
            if (row.way() == Way.ALL && base.isPresent()) {
                chart.add(
                        row.megabits() + " Mbit/s",
                        row.benchmark().paperName(),
                        row.seconds(),
                        base.get().seconds().median());
            }
        }
        return chart;
    }

    /** Figure 10 of the paper. */
    private BarChart controls() {
        BarChart chart =
                new BarChart(
                        "Time divided by that with the default controls (logarithmic)", "ratio");
        for (Row row : rows) {
            Optional<Row> base = row(row.benchmark(), row.megabits(), Way.ALL);
            if (Way.SENSITIVITY.contains(row.way()) && base.isPresent()) {
                chart.add(
                        row.way().title() + ", " + row.megabits() + " Mbit/s",
                        row.benchmark().paperName(),
                        row.seconds(),
                        base.get().seconds().median());
            }
        }
        return chart;
    }

    @Override
    public String page(Collection<String> plots) {
        return new PluginsPage(this).text(plots);
    }
}
