package io.millrace.measure;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** The findings of one measurement: a page in the making, its charts, and all figures. */
public final class Report {

    private final List<Experiment> experiments;
    private final StringBuilder page = new StringBuilder();
    private final Map<String, Chart> charts = new LinkedHashMap<>();
    private final StringBuilder remarks = new StringBuilder();

    public Report(List<Experiment> experiments) {
        this.experiments = List.copyOf(experiments);
    }

    /** Adds a paragraph, which may have several lines. */
    public Report text(String text) {
        page.append(page.isEmpty() ? "" : "\n").append(text.stripTrailing()).append('\n');
        return this;
    }

    public <T> Report table(Table<T> table, Collection<? extends T> lines) {
        return text(table.of(lines));
    }

    /** Adds a chart, unless there is nothing to see. */
    public Report chart(String file, Chart chart) {
        if (!chart.isEmpty()) {
            charts.put(file, chart);
            text("![%s](%s)".formatted(file.replace(".svg", ""), file));
        }
        return this;
    }

    /** Adds the reasons why rows have no figures, each once. */
    public Report notes(Experiment experiment) {
        for (Row row : experiment.rows()) {
            if (!row.measured()) {
                String note = String.valueOf(row.note()).replace("\n", "\n    ");
                String line = row.title() + (row.failed() ? " FAILED: " : " was not run: ") + note;
                if (row.failed() || page.indexOf(line) < 0) {
                    text(line);
                }
            }
        }
        return this;
    }

    /** Adds a line to the section at the end, which says how to repeat the measurement. */
    public Report remark(String line) {
        remarks.append(line).append('\n');
        return this;
    }

    /** Whether a run of some row went wrong. */
    public boolean anyFailed() {
        return experiments.stream().flatMap(each -> each.rows().stream()).anyMatch(Row::failed);
    }

    /** The page so far. */
    public String page() {
        return page.toString();
    }

    /** The whole page. */
    public String page(Occasion occasion) {
        return page + occasion.section() + remarks;
    }

    /** All charts, by the names of their files. */
    public Map<String, Chart> charts() {
        return charts;
    }

    /** All figures for programs, in the format of all measurements. */
    public ObjectNode figures(Occasion occasion) {
        ObjectNode root = occasion.figures();
        ArrayNode all = root.putArray("experiments");
        for (Experiment experiment : experiments) {
            ObjectNode node = all.addObject().put("name", experiment.name());
            experiment.facts().forEach(node::putPOJO);
            experiment.baseRow().ifPresent(base -> node.put("base", base.word()));
            ArrayNode rows = node.putArray("rows");
            experiment.rows().forEach(row -> write(new Line(experiment, row), rows.addObject()));
        }
        return root;
    }

    private static void write(Line line, ObjectNode node) {
        Row row = line.row();
        node.put("row", row.word()).put("title", row.title());
        node.putPOJO("settings", row.settings());
        if (row.note() != null) {
            node.put(row.failed() ? "failed" : "skipped", row.note());
        }
        if (row.measured()) {
            node.put("ratio", line.ratio());
        }
        row.samples()
                .forEach((name, sample) -> {
                    ObjectNode figure = node.putObject(name);
                    figure.put("median", sample.median());
                    figure.put("min", sample.min()).put("max", sample.max());
                    sample.values().forEach(figure.putArray("runs")::add);
                });
    }

    /** A line for each row that was measured, after a header; further figures are medians. */
    public String csv() {
        List<Line> lines = Experiment.lines(experiments);
        boolean named = experiments.size() > 1;
        Set<String> facts = new LinkedHashSet<>();
        Set<String> figures = new LinkedHashSet<>();
        for (Line line : lines) {
            facts.addAll(line.experiment().facts().keySet());
            figures.addAll(line.row().samples().keySet());
        }
        figures.remove(Figures.SECONDS);
        List<String> header = new ArrayList<>(named ? List.of("experiment") : List.of());
        header.addAll(facts);
        header.addAll(List.of("row", "runs", "mean", "stddev", "median", "min", "max"));
        header.addAll(figures);
        header.add("outliers");
        StringBuilder text = new StringBuilder();
        add(text, header.stream().map(Report::column).toList());
        for (Line line : lines) {
            Row row = line.row();
            Sample seconds = row.seconds();
            List<String> cells =
                    new ArrayList<>(named ? List.of(line.experiment().name()) : List.of());
            facts.forEach(fact -> cells.add(line.fact(fact)));
            cells.addAll(List.of(row.word(), String.valueOf(row.runs().size())));
            cells.addAll(List.of(number(seconds.mean()), number(seconds.standardDeviation())));
            cells.addAll(List.of(number(seconds.median()), number(seconds.min())));
            cells.add(number(seconds.max()));
            for (String figure : figures) {
                Sample sample = row.sample(figure);
                cells.add(sample == null ? "" : number(sample.median()));
            }
            cells.add(String.valueOf(seconds.outliers().size()));
            add(text, cells);
        }
        return text.toString();
    }

    private static void add(StringBuilder text, List<String> cells) {
        text.append(
                cells.stream()
                        .map(cell -> cell.contains(",") ? '"' + cell + '"' : cell)
                        .collect(Collectors.joining(",", "", "\n")));
    }

    /** In words of small letters. */
    private static String column(String name) {
        return name.replace(' ', '_').replaceAll("([A-Z])", "_$1").toLowerCase(Locale.ROOT);
    }

    private static String number(double value) {
        return value == Math.rint(value) && Math.abs(value) < 1e15
                ? Long.toString((long) value)
                : String.format(Locale.ROOT, "%.4f", value);
    }
}
