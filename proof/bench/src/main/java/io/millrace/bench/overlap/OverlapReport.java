package io.millrace.bench.overlap;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
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

/**
 * The results of all benchmarks.
 *
 * @param failures why the others have no figures
 */
public record OverlapReport(Occasion occasion, List<Result> results, List<String> failures)
        implements Report {

    public OverlapReport {
        results = List.copyOf(results);
        failures = List.copyOf(failures);
    }

    @Override
    public ObjectNode figures() {
        ObjectNode root = occasion.figures();
        ArrayNode benchmarks = root.putArray("benchmarks");
        for (Result result : results) {
            ObjectNode node = benchmarks.addObject();
            node.put("benchmark", result.benchmark().paperName());
            node.put("job", result.benchmark().workload().word());
            node.put("shuffleHeavy", result.benchmark().shuffleHeavy());
            node.put("neededBytes", result.neededBytes());
            for (Pair pair : result.pairs()) {
                ObjectNode memory = node.putObject(word(pair.memory()));
                memory.put("ratio", pair.ratio());
                memory.put("cpuRatio", pair.cpuRatio());
                write(pair.never(), memory.putObject("never"));
                write(pair.eager(), memory.putObject("eager"));
            }
        }
        ArrayNode failed = root.putArray("failures");
        failures.forEach(failed::add);
        return root;
    }

    private static void write(Runs runs, ObjectNode node) {
        node.put("recordMemoryMaxBytes", runs.budgetBytes());
        Json.write("seconds", runs.seconds(), node);
        Json.write("cpuSeconds", runs.cpuSeconds(), node);
        Json.write("spilledRecords", runs.spilledRecords(), node);
        Json.write("spilledBytes", runs.spilledBytes(), node);
        Json.write("partialRecords", runs.partialRecords(), node);
    }

    static String word(Pair.Memory memory) {
        return memory.name().toLowerCase(Locale.ROOT);
    }

    @Override
    public Map<String, BarChart> plots() {
        BarChart ratios =
                new BarChart(
                        "Time with partial reduce, divided by time without (logarithmic)", "ratio");
        for (Result result : results) {
            for (Pair pair : result.pairs()) {
                ratios.add(
                        word(pair.memory()) + " memory",
                        result.benchmark().paperName(),
                        pair.eager().seconds(),
                        pair.never().seconds().median());
            }
        }
        Map<String, BarChart> plots = new LinkedHashMap<>();
        plots.put("ratios.svg", ratios);
        return plots;
    }

    @Override
    public String page(Collection<String> plots) {
        return new OverlapPage(this).text(plots);
    }

    /** A line for each benchmark, memory and mode, with a header; medians. */
    public String csv() {
        StringBuilder lines =
                new StringBuilder(
                        "benchmark,job,shuffle,memory,memory_bytes,partial_reduce,runs,seconds,min,max,"
                                + "cpu_seconds,spilled_records,spilled_bytes,partial_records\n");
        for (Result result : results) {
            for (Pair pair : result.pairs()) {
                line(lines, pair, "never", pair.never());
                line(lines, pair, "eager", pair.eager());
            }
        }
        return lines.toString();
    }

    private static void line(StringBuilder lines, Pair pair, String mode, Runs runs) {
        lines.append(
                String.format(
                        Locale.ROOT,
                        "%s,%s,%s,%s,%d,%s,%d,%.4f,%.4f,%.4f,%s,%.0f,%.0f,%.0f%n",
                        pair.benchmark().paperName(),
                        pair.benchmark().workload().word(),
                        pair.benchmark().shuffleHeavy() ? "heavy" : "light",
                        word(pair.memory()),
                        runs.budgetBytes(),
                        mode,
                        runs.all().size(),
                        runs.seconds().median(),
                        runs.seconds().min(),
                        runs.seconds().max(),
                        cpu(runs),
                        runs.spilledRecords().median(),
                        runs.spilledBytes().median(),
                        runs.partialRecords().median()));
    }

    /** Empty where the system does not report it. */
    private static String cpu(Runs runs) {
        Sample cpu = runs.cpuSeconds();
        return cpu == null ? "" : String.format(Locale.ROOT, "%.2f", cpu.median());
    }
}
