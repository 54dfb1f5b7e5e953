package io.millrace.bench.report;

import io.millrace.apps.input.InputKind;
import io.millrace.bench.job.Entry;
import io.millrace.bench.job.Figures;
import io.millrace.bench.job.JobResult;
import io.millrace.bench.job.Sample;
import io.millrace.engine.config.ByteSize;
import java.util.Collection;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Results as Markdown: ratios first, then each job's figures, and what it takes to repeat them. */
public final class Markdown {

    private static final double MB = 1 << 20;
    private static final String NOTHING = "-";

    private final Results results;
    private final StringBuilder text = new StringBuilder();

    private Markdown(Results results) {
        this.results = results;
    }

    /** The page; {@code plots} are names of files that lie beside it. */
    public static String of(Results results, Collection<String> plots) {
        Markdown page = new Markdown(results);
        page.ratios();
        plots.forEach(plot -> page.line("\n![%s](%s)", plot.replace(".svg", ""), plot));
        results.jobs().forEach(page::job);
        page.surroundings();
        return page.text.toString();
    }

    @SuppressWarnings("AnnotateFormatMethod") // its formats are all on this page
    private void line(String format, Object... values) {
        text.append(String.format(Locale.ROOT, format, values)).append('\n');
    }

    private void ratios() {
        Map<String, String> contenders = results.contenders();
        line("# Times of each contender, divided by Millrace's");
        line("");
        line("| job | input | %s |", String.join(" | ", contenders.values()));
        line("|---|---|%s", "---|".repeat(contenders.size()));
        for (JobResult job : results.jobs()) {
            String ratios =
                    contenders.keySet().stream()
                            .map(word -> ratio(job, job.entry(word).orElseThrow()))
                            .collect(Collectors.joining(" | "));
            line("| %s | %s | %s |", job.workload().word(), input(job), ratios);
        }
        line("");
        line(
                "Medians of wall clock; whole processes from the shell, by turns; the same JDK for all.");
        line("Where Millrace was not measured, ratios are to the first contender that was.");
    }

    private static String ratio(JobResult job, Entry entry) {
        return entry.measured()
                ? String.format(Locale.ROOT, "%.2f", entry.timesOf(job.base().orElseThrow()))
                : NOTHING;
    }

    private static String input(JobResult job) {
        return ByteSize.format(job.bytes())
                + " of "
                + job.workload().input().map(InputKind::word).orElse("records");
    }

    private void job(JobResult job) {
        line("");
        line("## %s, %s (seed %d)", job.workload().word(), input(job), job.seed());
        line("");
        line("| | ratio | median | from - to | MB/s | CPU seconds | peak memory | runs |");
        line("|---|---|---|---|---|---|---|---|");
        job.entries().stream().filter(Entry::measured).forEach(entry -> row(job, entry));
        line("");
        line("Outputs %s. Of contenders that are", job.workload().likeness());
        line("not Hadoop the lines are compared, in any order; of TeraSort all bytes in theirs.");
        tax(job);
        for (Entry entry : job.entries()) {
            if (!entry.measured()) {
                line("");
                line(
                        "%s %s: %s",
                        entry.name(),
                        entry.failed() ? "FAILED" : "was not run",
                        String.valueOf(entry.note()).replace("\n", "\n    "));
            } else if (!entry.outputCompared() && !entry.word().equals("floor")) {
                line("");
                line("%s: its output is not of a kind that could be compared.", entry.name());
            }
        }
    }

    private void row(JobResult job, Entry entry) {
        Sample seconds = entry.seconds();
        line(
                "| %s | %s | %.2f s | %.2f - %.2f | %.1f | %s | %s | %s |",
                entry.name(),
                ratio(job, entry),
                seconds.median(),
                seconds.min(),
                seconds.max(),
                job.bytes() / MB / seconds.median(),
                median(entry.cpuSeconds(), "%.1f", 1),
                median(entry.peakBytes(), "%.0f MB", MB),
                entry.runs().stream()
                        .map(run -> String.format(Locale.ROOT, "%.2f", run.seconds()))
                        .collect(Collectors.joining(", ")));
    }

    private static String median(@Nullable Sample sample, String format, double unit) {
        return sample == null
                ? NOTHING
                : String.format(Locale.ROOT, format, sample.median() / unit);
    }

    /** What the engine adds to the user's own code. */
    private void tax(JobResult job) {
        Entry floor = job.entry("floor").filter(Entry::measured).orElse(null);
        Entry millrace = job.entry("millrace").filter(Entry::measured).orElse(null);
        Sample warm = floor == null ? null : floor.warmSeconds();
        if (floor != null && millrace != null && warm != null) {
            line("");
            line(
                    "Millrace took %.2f times the floor's first pass, and %.2f times the warm one of %.2f s.",
                    millrace.timesOf(floor),
                    millrace.seconds().median() / warm.median(),
                    warm.median());
        }
    }

    private void surroundings() {
        line("");
        line("## To repeat");
        line("");
        line("- command: `%s`", results.command());
        line("- time: %s", results.time());
        line("- machine: %s", results.surroundings().machine());
        line("- JDK: %s", results.surroundings().jdk());
        line("- commit: %s", results.surroundings().commit());
        line("");
        line(
                "CPU seconds are those of all processes that took part; so is memory, as resident pages,");
        line("of which those that two processes share count twice. %s", sizes());
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
