package io.millrace.bench.scaling;

import io.millrace.bench.report.Page;
import io.millrace.engine.config.ByteSize;
import java.util.Collection;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The report as Markdown. */
final class ScalingPage {

    private static final double MB = 1 << 20;

    private final ScalingReport report;
    private final Page page = new Page();

    ScalingPage(ScalingReport report) {
        this.report = report;
    }

    String text(Collection<String> plots) {
        overCores();
        overSizes();
        page.plots(plots);
        page.line("");
        page.line(
                "Medians of whole processes from the shell, alternating. Runs on some of the cores are bound to them with");
        page.line(
                "`taskset`, with all that the JVM does beside the job. Record memory is the most that was held,");
        page.line(
                "in looks ten times a second, and what there is; of the process, its resident pages.");
        report.occasion().end(page);
        return page.toString();
    }

    private void overCores() {
        page.line("# One input on more and more cores");
        page.line("");
        page.line("| job | input | cores | times as fast as on one | efficiency | %s", columns());
        page.line("|---|---|---|---|---|%s", "---|".repeat(6));
        for (Scaling scaling : report.workloads()) {
            for (Row row : scaling.overCores()) {
                Row onOne = scaling.overCores().get(0);
                page.line(
                        "| %s | %s | %d | %.2f | %.0f %% | %s",
                        scaling.workload().word(),
                        ByteSize.format(row.bytes()),
                        row.cores(),
                        row.speedUp(onOne),
                        100 * row.efficiency(onOne),
                        figures(row));
            }
        }
    }

    private void overSizes() {
        page.line("");
        page.line("# Cost per record with larger and larger inputs, on all cores");
        page.line("");
        page.line(
                "| job | input | records | cost, of the first row's | a record | a further record | its processor time | %s",
                columns());
        page.line("|---|---|---|---|---|---|---|%s", "---|".repeat(6));
        for (Scaling scaling : report.workloads()) {
            Row smaller = null;
            for (Row row : scaling.overSizes()) {
                page.line(
                        "| %s | %s | %,d | %.2f | %.0f ns | %s | %s",
                        scaling.workload().word(),
                        ByteSize.format(row.bytes()),
                        row.records(),
                        row.nanosPerRecord().median()
                                / scaling.overSizes().get(0).nanosPerRecord().median(),
                        row.nanosPerRecord().median(),
                        further(row, smaller),
                        figures(row));
                smaller = row;
            }
        }
        page.line("");
        page.line(
                "A record's cost is the wall clock divided by the records that the job reads, and so has its share of the");
        page.line(
                "start; a further record's is what the time grows by from the row above, for each record more.");
    }

    private static String further(Row row, @Nullable Row smaller) {
        return smaller == null
                ? "- | -"
                : String.format(
                        Locale.ROOT,
                        "%.0f ns | %.0f ns",
                        row.nanosPerFurtherRecord(smaller),
                        row.cpuNanosPerFurtherRecord(smaller));
    }

    private static String columns() {
        return "median | CPU seconds | record memory | on disk | process | runs |";
    }

    private static String figures(Row row) {
        return String.format(
                Locale.ROOT,
                "%.2f s | %.1f | %.0f of %.0f MB | %.0f MB | %.0f MB | %s |",
                row.seconds().median(),
                row.cpuSeconds().median(),
                row.heldBytes().max() / MB,
                row.budgetBytes().median() / MB,
                row.spilledBytes().median() / MB,
                row.peakBytes().max() / MB,
                Page.runs(row.seconds()));
    }
}
