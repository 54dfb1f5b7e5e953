package io.millrace.bench.shuffles;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.millrace.bench.frame.BarChart;
import io.millrace.bench.report.Json;
import io.millrace.bench.report.Occasion;
import io.millrace.bench.report.Page;
import io.millrace.bench.report.Report;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** The results of all loads. */
public record ShufflesReport(Occasion occasion, List<LoadResult> loads) implements Report {

    public ShufflesReport {
        loads = List.copyOf(loads);
    }

    @Override
    public ObjectNode figures() {
        ObjectNode root = occasion.figures();
        ArrayNode array = root.putArray("loads");
        for (LoadResult result : loads) {
            ObjectNode node = array.addObject();
            node.put("load", result.load().name());
            ObjectNode settings = node.putObject("settings");
            result.load().settings().forEach(settings::put);
            ArrayNode ways = node.putArray("ways");
            result.ways().forEach(measured -> write(measured, result.base(), ways.addObject()));
        }
        return root;
    }

    private static void write(Measured measured, Measured base, ObjectNode node) {
        node.put("way", measured.way().name());
        ObjectNode settings = node.putObject("settings");
        measured.way().settings().forEach(settings::put);
        node.put("ratio", measured.ratio(base));
        node.put("cpuRatio", measured.processorRatio(base));
        Json.write("seconds", measured.wall(), node);
        Json.write("cpuSeconds", measured.processor(), node);
    }

    @Override
    public Map<String, BarChart> plots() {
        BarChart ratios =
                new BarChart("Time of each shuffle, divided by pull's (logarithmic)", "ratio");
        BarChart ways = new BarChart("All ways of the ordinary load (logarithmic)", "seconds");
        for (LoadResult result : loads) {
            double base = result.base().wall().median();
            for (Way way : common()) {
                result.of(way)
                        .ifPresent(measured ->
                                ratios.add(
                                        way.name(), result.load().name(), measured.wall(), base));
            }
            if (result.load().ordinary()) {
                for (Measured measured : result.ways()) {
                    ways.add(measured.way().name(), "ordinary", measured.wall(), 1);
                }
            }
        }
        Map<String, BarChart> plots = new LinkedHashMap<>();
        plots.put("ratios.svg", ratios);
        plots.put("ways.svg", ways);
        return plots;
    }

    @Override
    public String page(Collection<String> plots) {
        Page page = new Page();
        ratios(page);
        page.plots(plots);
        loads.stream()
                .filter(result -> result.ways().size() > common().size())
                .forEach(result -> allWays(result, page));
        occasion.end(page);
        return page.toString();
    }

    private void ratios(Page page) {
        List<Way> others = common().subList(1, common().size());
        page.line("# Times of each shuffle, divided by pull's");
        page.line("");
        page.line(
                "| load | %s | pull | from - to |",
                others.stream().map(Way::name).collect(Collectors.joining(" | ")));
        page.line("|---|%s---|---|", "---|".repeat(others.size()));
        for (LoadResult result : loads) {
            Measured pull = result.base();
            page.line(
                    "| %s | %s | %.2f s, %.2f s | %.2f - %.2f |",
                    result.load().name(),
                    others.stream()
                            .map(way -> ratios(result.of(way).orElseThrow(), pull))
                            .collect(Collectors.joining(" | ")),
                    pull.wall().median(),
                    pull.processor().median(),
                    pull.wall().min(),
                    pull.wall().max());
        }
        page.line("");
        page.line(
                "Medians of wall clock and of processor time; the synthetic job, alternating in one process, after a round that does");
        page.line("not count.");
    }

    private static void allWays(LoadResult result, Page page) {
        page.line("");
        page.line("## %s, all ways", result.load().name());
        page.line("");
        page.line("| | ratio | of processor time | median | from - to | processor time | runs |");
        page.line("|---|---|---|---|---|---|---|");
        for (Measured measured : result.ways()) {
            page.line(
                    "| %s | %.2f | %.2f | %.2f s | %.2f - %.2f | %.2f s | %s |",
                    measured.way().name(),
                    measured.ratio(result.base()),
                    measured.processorRatio(result.base()),
                    measured.wall().median(),
                    measured.wall().min(),
                    measured.wall().max(),
                    measured.processor().median(),
                    Page.runs(measured.wall()));
        }
    }

    private static String ratios(Measured measured, Measured base) {
        return String.format(
                Locale.ROOT, "%.2f, %.2f", measured.ratio(base), measured.processorRatio(base));
    }

    /** Ways that all loads went. */
    private List<Way> common() {
        List<Way> common = new ArrayList<>();
        for (Measured measured : loads.get(0).ways()) {
            if (loads.stream().allMatch(result -> result.of(measured.way()).isPresent())) {
                common.add(measured.way());
            }
        }
        return common;
    }
}
