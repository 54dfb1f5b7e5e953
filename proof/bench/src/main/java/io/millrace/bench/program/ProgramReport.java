package io.millrace.bench.program;

import io.millrace.bench.frame.Sample;
import io.millrace.bench.job.Entry;
import io.millrace.bench.report.Occasion;
import io.millrace.bench.report.Page;
import io.millrace.verify.Difference;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The measurement of a user's job.
 *
 * @param jobs number of jobs of each run
 * @param files number of files that they wrote
 * @param differences of Millrace's result from that of Hadoop's local runner
 */
public record ProgramReport(
        Entry local, Entry millrace, int jobs, int files, List<Difference> differences) {

    private static final double MB = 1 << 20;

    public ProgramReport {
        differences = List.copyOf(differences);
    }

    /** The figures in Markdown, with the speedup below them. */
    public String page(Occasion occasion) {
        Page page = new Page();
        page.line("| | mean ± deviation | median | min | max | CPU seconds | peak memory | runs |");
        page.line("|---|---|---|---|---|---|---|---|");
        for (Entry entry : List.of(local, millrace)) {
            row(page, entry);
        }
        page.line("");
        page.line("%s", speedup());
        for (Entry entry : List.of(local, millrace)) {
            outliers(page, entry);
        }
        page.line("");
        if (differences.isEmpty()) {
            page.line("Both gave the same result: %d jobs, %d files.", jobs, files);
        } else {
            page.line("The results differ; `millrace verify` finds out why:");
            page.line("");
            differences.forEach(difference -> page.line("- %s", difference));
        }
        occasion.end(page);
        return page.toString();
    }

    private static void row(Page page, Entry entry) {
        Sample seconds = entry.seconds();
        page.line(
                "| %s | %.2f s ± %.2f s | %.2f s | %.2f s | %.2f s | %s | %s | %s |",
                entry.name(),
                seconds.mean(),
                seconds.standardDeviation(),
                seconds.median(),
                seconds.min(),
                seconds.max(),
                Page.median(entry.cpuSeconds(), "%.1f", 1),
                Page.median(entry.peakBytes(), "%.0f MB", MB),
                Page.runs(seconds));
    }

    private String speedup() {
        boolean wins = millrace.seconds().mean() <= local.seconds().mean();
        Entry faster = wins ? millrace : local;
        Entry slower = wins ? local : millrace;
        Speedup speedup = Speedup.of(slower.seconds(), faster.seconds());
        return String.format(
                Locale.ROOT,
                "%s is %.2f ± %.2f times as fast as %s.",
                faster.name(),
                speedup.times(),
                speedup.spread(),
                slower.name());
    }

    private static void outliers(Page page, Entry entry) {
        List<Double> outliers = entry.seconds().outliers();
        if (!outliers.isEmpty()) {
            page.line("");
            page.line(
                    "Outliers of %s: %s. Something else used the machine; measure again when it is"
                            + " idle, or with more warm-up runs.",
                    entry.name(), Page.runs(new Sample(outliers)));
        }
    }

    /** A line for each side, with a header; times in seconds, memory in bytes. */
    public String csv() {
        return "runner,runs,mean,stddev,median,min,max,cpu_seconds,peak_bytes,outliers\n"
                + csvLine(local)
                + csvLine(millrace);
    }

    private static String csvLine(Entry entry) {
        Sample seconds = entry.seconds();
        return String.format(
                Locale.ROOT,
                "%s,%d,%.4f,%.4f,%.4f,%.4f,%.4f,%s,%s,%d%n",
                entry.word(),
                entry.runs().size(),
                seconds.mean(),
                seconds.standardDeviation(),
                seconds.median(),
                seconds.min(),
                seconds.max(),
                median(entry.cpuSeconds(), "%.2f"),
                median(entry.peakBytes(), "%.0f"),
                seconds.outliers().size());
    }

    /** Empty where the system does not report the figure. */
    @SuppressWarnings("AnnotateFormatMethod") // its formats are above
    private static String median(@Nullable Sample sample, String format) {
        return sample == null ? "" : String.format(Locale.ROOT, format, sample.median());
    }
}
