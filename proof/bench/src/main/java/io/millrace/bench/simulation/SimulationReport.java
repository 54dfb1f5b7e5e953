package io.millrace.bench.simulation;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.millrace.bench.frame.BarChart;
import io.millrace.bench.frame.Sample;
import io.millrace.bench.report.Occasion;
import io.millrace.bench.report.Page;
import io.millrace.bench.report.Report;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** All exchanges that were simulated: for each number of workers, one by each algorithm. */
public record SimulationReport(Occasion occasion, List<SimulatedExchange> exchanges)
        implements Report {

    public SimulationReport {
        exchanges = List.copyOf(exchanges);
    }

    @Override
    public ObjectNode figures() {
        ObjectNode root = occasion.figures();
        ArrayNode array = root.putArray("exchanges");
        for (SimulatedExchange each : exchanges) {
            ObjectNode node = array.addObject();
            node.put("workers", each.workers());
            node.put("algorithm", each.algorithm().title());
            node.put("seconds", each.seconds());
            each.measured().ifPresent(seconds -> node.put("measuredSeconds", seconds));
            node.put("lostMessages", each.lost());
        }
        return root;
    }

    @Override
    public Map<String, BarChart> plots() {
        BarChart chart = new BarChart("From the last map task to the last part", "seconds");
        for (SimulatedExchange each : exchanges) {
            String group = each.workers() + " workers";
            String name = each.algorithm().title();
            chart.add(name, group, new Sample(List.of(each.seconds())), 1);
            each.measured()
                    .ifPresent(seconds ->
                            chart.add(name + ", measured", group, new Sample(List.of(seconds)), 1));
        }
        return Map.of("exchanges.svg", chart);
    }

    @Override
    public String page(Collection<String> plots) {
        Page page = new Page();
        page.line("# Seconds from the end of the last map task until all workers have all parts");
        page.line("");
        page.line(
                "| workers | %s | first |",
                Stream.of(Exchange.values())
                        .map(Exchange::title)
                        .collect(Collectors.joining(" | ")));
        page.line("|---|%s", "---|".repeat(Exchange.values().length + 1));
        exchanges.stream()
                .map(SimulatedExchange::workers)
                .distinct()
                .forEach(workers -> page.line("%s", row(workers)));
        page.plots(plots);
        occasion.end(page);
        return page.toString();
    }

    private String row(int workers) {
        List<SimulatedExchange> all =
                exchanges.stream().filter(each -> each.workers() == workers).toList();
        SimulatedExchange first =
                all.stream()
                        .min(Comparator.comparingDouble(SimulatedExchange::seconds))
                        .orElseThrow();
        return "| %d | %s | %s |"
                .formatted(
                        workers,
                        all.stream().map(SimulationReport::cell).collect(Collectors.joining(" | ")),
                        first.algorithm().title());
    }

    private static String cell(SimulatedExchange each) {
        StringBuilder cell = new StringBuilder(String.format(Locale.ROOT, "%.3f", each.seconds()));
        each.measured()
                .ifPresent(seconds ->
                        cell.append(String.format(Locale.ROOT, ", measured %.3f", seconds)));
        if (each.lost() > 0) {
            cell.append(" (").append(each.lost()).append(" lost)");
        }
        return cell.toString();
    }
}
