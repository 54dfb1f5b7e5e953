package io.millrace.bench.pavlo;

import io.millrace.bench.job.Entry;
import io.millrace.bench.report.Page;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** The report as Markdown: goals first, then each query, then the building of paged files. */
final class PavloPage {

    private static final double MB = 1 << 20;

    private final PavloReport report;
    private final Page page = new Page();

    PavloPage(PavloReport report) {
        this.report = report;
    }

    String text(Collection<String> plots) {
        page.line("# The benchmark by Pavlo et al., %.0f MB", report.bytes() / MB);
        goals();
        page.plots(plots);
        report.results().forEach(this::query);
        indexes();
        notes();
        report.occasion().end(page);
        return page.toString();
    }

    private void goals() {
        page.line("");
        page.line("| goal, of medians | | measured |");
        page.line("|---|---|---|");
        for (Goal goal : Goal.values()) {
            page.line(
                    "| %s | %s %s | %s |",
                    goal.text(),
                    goal.isAtLeast() ? "at least" : "at most",
                    number(goal.limit()),
                    goal.measured(report.results())
                            .map(found -> number(found) + (goal.isMet(found) ? "" : ", **missed**"))
                            .orElse("-"));
        }
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, value < 10 ? "%.2f" : "%.0f", value);
    }

    private void query(QueryResult result) {
        page.line("");
        page.line("## %s", result.query().name());
        page.line("");
        page.line(
                "| | Hadoop's time, divided by this | median | from - to | CPU seconds | memory |");
        page.line("|---|---|---|---|---|---|");
        Optional<Double> hadoop = result.seconds(Way.HADOOP_SLOTS);
        for (Entry entry : result.entries()) {
            if (entry.measured()) {
                row(entry, hadoop);
            }
        }
    }

    private void row(Entry entry, Optional<Double> hadoop) {
        page.line(
                "| %s | %s | %.2f s | %.2f - %.2f | %s | %s |",
                entry.name(),
                hadoop.map(seconds -> number(seconds / entry.seconds().median())).orElse("-"),
                entry.seconds().median(),
                entry.seconds().min(),
                entry.seconds().max(),
                Page.median(entry.cpuSeconds(), "%.1f", 1),
                Page.median(entry.peakBytes(), "%.0f MB", MB));
    }

    private void indexes() {
        if (report.indexes().isEmpty()) {
            return;
        }
        page.line("");
        page.line("## Building paged files");
        page.line("");
        page.line("| table | order | time |");
        page.line("|---|---|---|");
        for (IndexTime index : report.indexes()) {
            page.line(
                    "| %s | %s | %.2f s |",
                    index.table(),
                    index.sorted() ? "sorted" : "that of the text",
                    index.figures().seconds());
        }
        page.line("");
        page.line("Once, as a job on Millrace; not part of the times above.");
    }

    /** Why some ways have no figures, each reason once. */
    private void notes() {
        Map<String, Entry> notes = new LinkedHashMap<>();
        for (QueryResult result : report.results()) {
            for (Entry entry : result.entries()) {
                if (!entry.measured()) {
                    String query = entry.failed() ? ", " + result.query().name() : "";
                    notes.putIfAbsent(entry.name() + query, entry);
                }
            }
        }
        notes.forEach((name, entry) -> {
            page.line("");
            page.line(
                    "%s: %s: %s",
                    entry.failed() ? "FAILED" : "left out",
                    name,
                    String.valueOf(entry.note()).replace("\n", "\n    "));
        });
    }
}
