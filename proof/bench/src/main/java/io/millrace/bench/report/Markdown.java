package io.millrace.bench.report;

import io.millrace.apps.input.InputKind;
import io.millrace.bench.frame.Figures;
import io.millrace.bench.frame.Sample;
import io.millrace.bench.job.Entry;
import io.millrace.bench.job.JobResult;
import io.millrace.engine.config.ByteSize;
import java.util.Collection;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

/** Results as Markdown: ratios first, then each job's figures, and what it takes to repeat them. */
final class Markdown {

    private static final double MB = 1 << 20;

    private final Results results;
    private final Page page = new Page();

    private Markdown(Results results) {
        this.results = results;
    }

    /** The page; {@code plots} are names of files that lie beside it. */
    static String of(Results results, Collection<String> plots) {
        Markdown markdown = new Markdown(results);
        markdown.ratios();
        markdown.page.plots(plots);
        results.jobs().forEach(markdown::job);
        markdown.surroundings();
        return markdown.page.toString();
    }

    private void ratios() {
        Map<String, String> contenders = results.contenders();
        page.line("# Times of each contender, divided by Millrace's");
        page.line("");
        page.line("| job | input | %s |", String.join(" | ", contenders.values()));
        page.line("|---|---|%s", "---|".repeat(contenders.size()));
        for (JobResult job : results.jobs()) {
            String ratios =
                    contenders.keySet().stream()
                            .map(word -> ratio(job, job.entry(word).orElseThrow()))
                            .collect(Collectors.joining(" | "));
            page.line("| %s | %s | %s |", job.workload().word(), input(job), ratios);
        }
        page.line("");
        page.line(
                "Medians of wall clock; whole processes from the shell, alternating; the same JDK for all.");
        page.line("Where Millrace was not measured, ratios are to the first contender that was.");
    }

    private static String ratio(JobResult job, Entry entry) {
        return entry.measured()
                ? String.format(Locale.ROOT, "%.2f", entry.timesOf(job.base().orElseThrow()))
                : Page.NOTHING;
    }

    private static String input(JobResult job) {
        return ByteSize.format(job.bytes())
                + " of "
                + job.workload().input().map(InputKind::word).orElse("records");
    }

    private void job(JobResult job) {
        page.line("");
        page.line("## %s, %s (seed %d)", job.workload().word(), input(job), job.seed());
        page.line("");
        page.line("| | ratio | median | from - to | MB/s | CPU seconds | peak memory | runs |");
        page.line("|---|---|---|---|---|---|---|---|");
        job.entries().stream().filter(Entry::measured).forEach(entry -> row(job, entry));
        page.line("");
        page.line("Outputs %s. If a contender is", job.workload().likeness());
        page.line(
                "not Hadoop, lines are compared in any order, and all bytes of TeraSort in their order.");
        tax(job);
        Breakdowns.table(job, page);
        for (Entry entry : job.entries()) {
            if (!entry.measured()) {
                page.line("");
                page.line(
                        "%s %s: %s",
                        entry.name(),
                        entry.failed() ? "FAILED" : "was not run",
                        String.valueOf(entry.note()).replace("\n", "\n    "));
            } else if (!entry.outputCompared() && !entry.word().equals("floor")) {
                page.line("");
                page.line("%s: its output is not of a kind that could be compared.", entry.name());
            }
        }
    }

    private void row(JobResult job, Entry entry) {
        Sample seconds = entry.seconds();
        page.line(
                "| %s | %s | %.2f s | %.2f - %.2f | %.1f | %s | %s | %s |",
                entry.name(),
                ratio(job, entry),
                seconds.median(),
                seconds.min(),
                seconds.max(),
                job.bytes() / MB / seconds.median(),
                Page.median(entry.cpuSeconds(), "%.1f", 1),
                Page.median(entry.peakBytes(), "%.0f MB", MB),
                Page.runs(seconds));
    }

    /** The cost of the engine on top of the user's own code. */
    private void tax(JobResult job) {
        Entry floor = job.entry("floor").filter(Entry::measured).orElse(null);
        Entry millrace = job.entry("millrace").filter(Entry::measured).orElse(null);
        Sample warm = floor == null ? null : floor.warmSeconds();
        if (floor != null && millrace != null && warm != null) {
            page.line("");
            page.line(
                    "Millrace took %.2f times the floor's first pass, and %.2f times the warm one of %.2f s.",
                    millrace.timesOf(floor),
                    millrace.seconds().median() / warm.median(),
                    warm.median());
        }
    }

    private void surroundings() {
        results.occasion().end(page);
        page.line("");
        page.line(
                "CPU seconds are those of all processes that took part; so is memory, as resident pages,");
        page.line("of which those that two processes share count twice. %s", sizes());
    }

    private String sizes() {
        return results.jobs().stream()
                        .flatMap(job -> job.entries().stream())
                        .flatMap(entry -> entry.runs().stream())
                        .map(Figures::cpuSeconds)
                        .allMatch(Objects::isNull)
                ? "This system does not tell them."
                : "The floor's seconds are those of its passes alone, without start and reading.";
    }
}
