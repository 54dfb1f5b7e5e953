package io.millrace.measure.program;

import io.millrace.measure.Experiment;
import io.millrace.measure.Figures;
import io.millrace.measure.Line;
import io.millrace.measure.PairedRatio;
import io.millrace.measure.Report;
import io.millrace.measure.Row;
import io.millrace.measure.Sample;
import io.millrace.measure.Table;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** The measurement of a user's job: the figures of both sides, with the speedup below them. */
public final class ProgramPage {

    private static final double MB = 1 << 20;

    private static final Table<Line> FIGURES =
            new Table<Line>()
                    .text("", Line::title)
                    .text("mean ± deviation", ProgramPage::mean)
                    .number("median", "%.2f s", Line.median(Figures.SECONDS))
                    .number("min", "%.2f s", line -> line.row().seconds().min())
                    .number("max", "%.2f s", line -> line.row().seconds().max())
                    .number("CPU seconds", "%.1f", Line.median(Figures.CPU_SECONDS))
                    .number("peak memory", "%.0f MB", Line.median(Figures.PEAK_BYTES, MB))
                    .text("runs", Line::runs);

    private final Experiment measured;
    private final ProgramRuns.Findings findings;

    ProgramPage(Experiment measured, ProgramRuns.Findings findings) {
        this.measured = measured;
        this.findings = findings;
    }

    /** Whether both sides gave the same result. */
    public boolean same() {
        return findings.differences().isEmpty();
    }

    public Report report() {
        Row local = measured.rows().get(0);
        Row millrace = measured.rows().get(1);
        Report report =
                new Report(List.of(measured))
                        .table(FIGURES, measured.lines())
                        .text(speedup(local, millrace));
        for (Row row : measured.rows()) {
            List<Double> outliers = row.seconds().outliers();
            if (!outliers.isEmpty()) {
                report.text(
                        "Outliers of %s: %s. Something else used the machine; measure again when it is idle, or with more warm-up runs."
                                .formatted(row.title(), new Sample(outliers)));
            }
        }
        if (same()) {
            return report.text(
                    "Both gave the same result: %d jobs, %d files."
                            .formatted(findings.jobs(), findings.files()));
        }
        return report.text("The results differ; `millrace verify` finds out why:")
                .text(
                        findings.differences().stream()
                                .map(difference -> "- " + difference)
                                .collect(Collectors.joining("\n")));
    }

    private static String mean(Line line) {
        Sample seconds = line.row().seconds();
        return String.format(
                Locale.ROOT, "%.2f s ± %.2f s", seconds.mean(), seconds.standardDeviation());
    }

    private static String speedup(Row local, Row millrace) {
        boolean wins = millrace.seconds().mean() <= local.seconds().mean();
        Row faster = wins ? millrace : local;
        Row slower = wins ? local : millrace;
        Speedup speedup = Speedup.of(slower.seconds(), faster.seconds());
        String interval =
                PairedRatio.of(slower.seconds(), faster.seconds())
                        .map(ratio -> " (95 % interval of pairs of runs: " + ratio + ")")
                        .orElse("");
        return String.format(
                Locale.ROOT,
                "%s is %.2f ± %.2f times as fast as %s%s.",
                faster.title(),
                speedup.times(),
                speedup.spread(),
                slower.title(),
                interval);
    }
}
