package io.millrace.bench.plugins;

import io.millrace.apps.workload.MarcoBenchmark;
import io.millrace.bench.frame.GeometricMean;
import io.millrace.bench.report.Page;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/** The report as Markdown: ratios first, then the figures of each way. */
final class PluginsPage {

    private static final double MB = 1 << 20;

    private final PluginsReport report;
    private final List<Way> ways;
    private final Page page = new Page();

    PluginsPage(PluginsReport report) {
        this.report = report;
        ways = report.ways().stream().filter(way -> way != Way.STOCK).toList();
    }

    String text(Collection<String> plots) {
        page.line("# Time on a cluster, divided by stock Hadoop's");
        report.rates().forEach(this::ratios);
        page.line("");
        page.line("Ratios of medians; runs alternate. All outputs of a benchmark were compared.");
        page.line(
                "The time of a job is its application master's, from the start of the job to its end.");
        page.line(
                "Ideal: an instant shuffle, estimated from stock Hadoop's run: its time without the shorter");
        page.line("one of the exposed shuffle and the work after it.");
        for (Way way : report.ways()) {
            page.line("- `%s`: %s", way.word(), way.title());
        }
        page.line("");
        page.line(
                "Hadoop's nativetask is not among the ways: the artifacts of this Hadoop have no native library.");
        page.plots(plots);
        figures();
        for (String failure : report.failures()) {
            page.line("");
            page.line("FAILED: %s", failure.replace("\n", "\n    "));
        }
        report.occasion().end(page);
        return page.toString();
    }

    private void ratios(int rate) {
        page.line("");
        page.line("## %s", rate == 0 ? "Network without a limit" : rate + " Mbit/s for each node");
        page.line("");
        page.line(
                "| benchmark | shuffle | stock | ideal |%s",
                ways.stream().map(way -> " " + way.word() + " |").collect(Collectors.joining()));
        page.line("|---|---|---|---|%s", "---|".repeat(ways.size()));
        for (MarcoBenchmark benchmark : report.benchmarks()) {
            Optional<Row> stock = report.row(benchmark, rate, Way.STOCK);
            page.line(
                    "| %s (%s) | %s | %s | %s |%s",
                    benchmark.paperName(),
                    benchmark.workload().word(),
                    benchmark.shuffleHeavy() ? "heavy" : "light",
                    cell(stock.map(row -> row.seconds().median()), "%.1f s"),
                    cell(stock.map(Row::idealRatio), "%.2f"),
                    ways.stream()
                            .map(way -> " " + cell(ratio(benchmark, rate, way), "%.2f") + " |")
                            .collect(Collectors.joining()));
        }
        mean("shuffle-heavy", true, rate);
        mean("shuffle-light", false, rate);
    }

    private Optional<Double> ratio(MarcoBenchmark benchmark, int rate, Way way) {
        return report.row(benchmark, rate, way).flatMap(row -> report.base(row).map(row::ratioTo));
    }

    private static String cell(Optional<Double> value, String format) {
        return value.map(each -> String.format(Locale.ROOT, format, each)).orElse("-");
    }

    /** Means of several benchmarks, over those that have the figure. */
    private void mean(String name, boolean heavy, int rate) {
        List<MarcoBenchmark> of =
                report.benchmarks().stream().filter(each -> each.shuffleHeavy() == heavy).toList();
        if (of.size() < 2) {
            return;
        }
        List<String> cells = new ArrayList<>();
        cells.add(
                mean(
                        of.stream()
                                .flatMap(each -> report.row(each, rate, Way.STOCK).stream())
                                .map(Row::idealRatio)
                                .toList()));
        for (Way way : ways) {
            cells.add(mean(of.stream().flatMap(each -> ratio(each, rate, way).stream()).toList()));
        }
        page.line("| **%s, geometric mean** | | | %s |", name, String.join(" | ", cells));
    }

    private static String mean(List<Double> ratios) {
        return cell(
                ratios.isEmpty() ? Optional.empty() : Optional.of(GeometricMean.of(ratios)),
                "%.2f");
    }

    private void figures() {
        page.line("");
        page.line("## Medians");
        page.line("");
        page.line(
                "| benchmark | Mbit/s | way | job | from - to | map phase | exposed shuffle | final sort | final reduce | shuffled | map CPU | of stock's | reduce CPU | of stock's | reduces on one node | failed attempts | wall clock | runs |");
        page.line("|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|");
        report.rows().forEach(this::figures);
    }

    private void figures(Row row) {
        page.line(
                "| %s | %d | %s | %.1f s | %.1f - %.1f | %s | %s | %s | %s | %.1f MB | %s | %s | %s | %s | %.0f | %.0f | %.1f s | %s |",
                row.benchmark().paperName(),
                row.megabits(),
                row.way().word(),
                row.seconds().median(),
                row.seconds().min(),
                row.seconds().max(),
                seconds(row, JobTimes::mapSeconds),
                seconds(row, JobTimes::shuffleSeconds),
                seconds(row, JobTimes::sortSeconds),
                seconds(row, JobTimes::reduceSeconds),
                row.sample(JobTimes::shuffledBytes).median() / MB,
                seconds(row, JobTimes::mapCpuSeconds),
                ofStock(row, JobTimes::mapCpuSeconds),
                seconds(row, JobTimes::reduceCpuSeconds),
                ofStock(row, JobTimes::reduceCpuSeconds),
                row.sample(JobTimes::reducesOnOneNode).max(),
                row.sample(JobTimes::failedAttempts).median(),
                row.wallSeconds().median(),
                Page.runs(row.seconds()));
    }

    private static String seconds(Row row, ToDoubleFunction<JobTimes> figure) {
        return Page.median(row.sample(figure), "%.1f s", 1);
    }

    private String ofStock(Row row, ToDoubleFunction<JobTimes> figure) {
        return cell(
                report.base(row)
                        .map(base -> row.sample(figure).median() / base.sample(figure).median()),
                "%.2f");
    }
}
