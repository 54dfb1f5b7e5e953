package io.millrace.bench.overlap;

import io.millrace.bench.frame.GeometricMean;
import io.millrace.bench.report.Page;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;

/** The report as Markdown: ratios first, then the figures of each way. */
final class OverlapPage {

    private static final double MB = 1 << 20;

    private final OverlapReport report;
    private final Page page = new Page();

    OverlapPage(OverlapReport report) {
        this.report = report;
    }

    String text(Collection<String> plots) {
        ratios();
        page.plots(plots);
        figures("Ample memory", Result::ample);
        figures("A quarter of the memory that the map output needs", Result::tight);
        for (String failure : report.failures()) {
            page.line("");
            page.line("FAILED: %s", failure.replace("\n", "\n    "));
        }
        report.occasion().end(page);
        return page.toString();
    }

    private void ratios() {
        page.line("# Time with eager partial reduce, divided by time without");
        page.line("");
        page.line("| benchmark | shuffle | ample memory | CPU | tight memory | CPU | needs |");
        page.line("|---|---|---|---|---|---|---|");
        for (Result result : report.results()) {
            page.line(
                    "| %s (%s) | %s | %.2f | %s | %.2f | %s | %.0f MB |",
                    result.benchmark().paperName(),
                    result.benchmark().workload().word(),
                    result.benchmark().shuffleHeavy() ? "heavy" : "light",
                    result.ample().ratio(),
                    cpuRatio(result.ample()),
                    result.tight().ratio(),
                    cpuRatio(result.tight()),
                    result.neededBytes() / MB);
        }
        average("shuffle-heavy", of(true));
        average("shuffle-light", of(false));
        page.line("");
        page.line(
                "Ratios of medians, of wall clock and of processor time; whole processes from the shell, alternating.");
        page.line(
                "The last column is the most record memory that a run without partial reduce held. Tight memory is a");
        page.line(
                "quarter of it, and at least 8 MB. All outputs of a benchmark were compared with each other.");
    }

    private List<Result> of(boolean heavy) {
        return report.results().stream()
                .filter(result -> result.benchmark().shuffleHeavy() == heavy)
                .toList();
    }

    /** Geometric means, as ratios have them. */
    private void average(String name, List<Result> results) {
        if (!results.isEmpty()) {
            page.line(
                    "| **%s, geometric mean** | | %.2f | | %.2f | | |",
                    name, mean(results, Result::ample), mean(results, Result::tight));
        }
    }

    private static double mean(List<Result> results, Function<Result, Pair> pair) {
        return GeometricMean.of(
                results.stream().map(result -> pair.apply(result).ratio()).toList());
    }

    private static String cpuRatio(Pair pair) {
        Double ratio = pair.cpuRatio();
        return ratio == null ? "-" : String.format(Locale.ROOT, "%.2f", ratio);
    }

    private void figures(String title, Function<Result, Pair> pair) {
        page.line("");
        page.line("## %s", title);
        page.line("");
        page.line(
                "| benchmark | record memory | partial reduce | median | from - to | CPU seconds | spilled records | spilled | records to partial reducers | runs |");
        page.line("|---|---|---|---|---|---|---|---|---|---|");
        for (Result result : report.results()) {
            row(pair.apply(result), "never", pair.apply(result).never());
            row(pair.apply(result), "eager", pair.apply(result).eager());
        }
    }

    private void row(Pair pair, String mode, Runs runs) {
        page.line(
                "| %s | %.0f MB | %s | %.2f s | %.2f - %.2f | %s | %,.0f | %.0f MB | %,.0f | %s |",
                pair.benchmark().paperName(),
                runs.budgetBytes() / MB,
                mode,
                runs.seconds().median(),
                runs.seconds().min(),
                runs.seconds().max(),
                Page.median(runs.cpuSeconds(), "%.1f", 1),
                runs.spilledRecords().median(),
                runs.spilledBytes().median() / MB,
                runs.partialRecords().median(),
                Page.runs(runs.seconds()));
    }
}
