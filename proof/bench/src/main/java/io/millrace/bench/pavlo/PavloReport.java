package io.millrace.bench.pavlo;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.millrace.bench.frame.BarChart;
import io.millrace.bench.frame.Sample;
import io.millrace.bench.job.Entry;
import io.millrace.bench.report.Json;
import io.millrace.bench.report.Occasion;
import io.millrace.bench.report.Report;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The results of all tasks. */
public record PavloReport(
        Occasion occasion, long bytes, List<QueryResult> results, List<IndexTime> indexes)
        implements Report {

    private static final int FIGURE_OF_INDEXES = 10;

    public PavloReport {
        results = List.copyOf(results);
        indexes = List.copyOf(indexes);
    }

    /** The results of a study with tables of this size. */
    public static PavloReport of(Occasion occasion, long bytes, Study study) {
        return new PavloReport(occasion, bytes, study.results(), study.indexes());
    }

    @Override
    public ObjectNode figures() {
        ObjectNode root = occasion.figures();
        root.put("bytes", bytes);
        ArrayNode queries = root.putArray("queries");
        for (QueryResult result : results) {
            ObjectNode node = queries.addObject();
            node.put("task", result.query().task().word());
            node.put("query", result.query().name());
            ArrayNode ways = node.putArray("ways");
            result.entries().forEach(entry -> write(entry, ways.addObject()));
        }
        ArrayNode built = root.putArray("indexes");
        for (IndexTime index : indexes) {
            ObjectNode node = built.addObject();
            node.put("table", index.table());
            node.put("sorted", index.sorted());
            node.put("seconds", index.figures().seconds());
            node.put("cpuSeconds", index.figures().cpuSeconds());
        }
        return root;
    }

    private static void write(Entry entry, ObjectNode node) {
        node.put("way", entry.word());
        if (!entry.measured()) {
            node.put(entry.failed() ? "failed" : "skipped", entry.note());
            return;
        }
        Json.write("seconds", entry.seconds(), node);
        Json.write("cpuSeconds", entry.cpuSeconds(), node);
        Json.write("peakBytes", entry.peakBytes(), node);
    }

    /** Numbered as the paper's figures. */
    @Override
    public Map<String, BarChart> plots() {
        Map<String, BarChart> plots = new LinkedHashMap<>();
        for (QueryResult result : results) {
            Task task = result.query().task();
            BarChart plot =
                    plots.computeIfAbsent(
                            "figure%d-%s.svg".formatted(task.figure(), task.word()),
                            file -> new BarChart(task.word() + " (logarithmic)", "seconds"));
            for (Entry entry : result.entries()) {
                if (entry.measured()) {
                    plot.add(entry.name(), result.query().name(), entry.seconds(), 1);
                }
            }
        }
        if (!indexes.isEmpty()) {
            plots.put("figure%d-indexes.svg".formatted(FIGURE_OF_INDEXES), indexPlot());
        }
        return plots;
    }

    private BarChart indexPlot() {
        BarChart plot = new BarChart("building paged files (logarithmic)", "seconds");
        for (IndexTime index : indexes) {
            plot.add(
                    index.sorted() ? "sorted" : "in the order of the text",
                    index.table(),
                    new Sample(List.of(index.figures().seconds())),
                    1);
        }
        return plot;
    }

    @Override
    public String page(Collection<String> plots) {
        return new PavloPage(this).text(plots);
    }

    /** A line for each query and way, with a header; medians. */
    public String csv() {
        StringBuilder lines =
                new StringBuilder("task,query,way,runs,seconds,min,max,cpu_seconds,peak_bytes\n");
        for (QueryResult result : results) {
            for (Entry entry : result.entries()) {
                if (entry.measured()) {
                    lines.append(line(result.query(), entry));
                }
            }
        }
        return lines.toString();
    }

    private static String line(Query query, Entry entry) {
        return String.format(
                Locale.ROOT,
                "%s,%s,%s,%d,%.4f,%.4f,%.4f,%s,%s%n",
                query.task().word(),
                query.name(),
                entry.word(),
                entry.runs().size(),
                entry.seconds().median(),
                entry.seconds().min(),
                entry.seconds().max(),
                median(entry.cpuSeconds(), "%.2f"),
                median(entry.peakBytes(), "%.0f"));
    }

    /** Empty where the system does not report it. */
    private static String median(@Nullable Sample sample, String format) {
        return sample == null ? "" : String.format(Locale.ROOT, format, sample.median());
    }
}
