package io.millrace.cli.report;

import io.millrace.cli.process.Amounts;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** The planned values of a job beside the measured ones, as text. */
public final class RunText {

    private static final String MAPS = "MAP";
    private static final String REDUCES = "REDUCE";

    private RunText() {}

    /** A job that ran, however it ended. */
    public static String of(JobReport report) {
        StringBuilder text = new StringBuilder();
        text.append(
                "%s in %s%n".formatted(report.title(), RunDifference.seconds(report.seconds())));
        if (!report.job("why").isEmpty()) {
            text.append("  ").append(report.job("why")).append('\n');
        }
        text.append('\n').append(measured(report));
        text.append("\n  time of all slots: ").append(parts(report)).append('\n');
        List<String> skew = report.skew();
        text.append("  skew: ").append(skew.isEmpty() ? "none" : String.join("; ", skew));
        text.append('\n');
        if (!report.job("advice").isEmpty()) {
            text.append("  faster? ").append(report.job("advice")).append('\n');
        }
        return text.append("\n  how it was planned:\n").append(PlanText.choices(report)).toString();
    }

    private static String measured(JobReport report) {
        Map<String, JobReport.Chosen> plan = report.plan();
        Map<String, String> taken = report.taken();
        Table table = new Table("  ");
        table.row("", "planned", "measured");
        table.row(
                "map tasks",
                "%d on %s slots".formatted(report.number("/job/maps"), value(plan, "map.threads")),
                attempts(report, MAPS));
        table.row(
                "reduce tasks",
                "%d on %s slots"
                        .formatted(report.number("/job/reduces"), value(plan, "reduce.threads")),
                attempts(report, REDUCES));
        table.row(
                "input",
                Amounts.bytes(report.number("/splits/bytes")),
                "%s records, %s read"
                        .formatted(
                                Amounts.count(report.number("/job/recordsIn")),
                                Amounts.bytes(report.counter("Bytes Read"))));
        table.row(
                "map output",
                "",
                "%s records, %s"
                        .formatted(
                                Amounts.count(report.counter("Map output records")),
                                Amounts.bytes(report.counter("Map output bytes"))));
        table.row(
                "combined",
                value(plan, "combiner.calls"),
                "%s records to %s"
                        .formatted(
                                Amounts.count(report.counter("Combine input records")),
                                Amounts.count(report.counter("Combine output records"))));
        table.row("output", "", Amounts.count(report.number("/job/recordsOut")) + " records");
        table.row(
                "memory",
                "at most " + Amounts.bytes(report.number("/memoryMax")),
                Amounts.bytes(report.memoryPeakBytes()) + " at its peak");
        table.row(
                "spilled",
                "if memory runs short",
                report.spilledBytes() == 0 ? "nothing" : Amounts.bytes(report.spilledBytes()));
        String reduced = taken.get("partial.reduce");
        if (reduced != null) {
            table.row("partial reduce", value(plan, "partial.reduce"), reduced);
        }
        for (String path : List.of("input.reader", "output.writer")) {
            table.row(path, value(plan, path), taken.getOrDefault(path, "not noted"));
        }
        return table.text();
    }

    private static String value(Map<String, JobReport.Chosen> plan, String name) {
        JobReport.Chosen chosen = plan.get(name);
        return chosen == null ? "?" : chosen.value();
    }

    private static String attempts(JobReport report, String kind) {
        JobReport.Attempts attempts = report.attempts(kind);
        return "%d%s"
                        .formatted(
                                attempts.succeeded(),
                                attempts.succeeded() == 0
                                        ? ""
                                        : ", %s in the median, %s at most"
                                                .formatted(
                                                        RunDifference.seconds(
                                                                attempts.medianSeconds()),
                                                        RunDifference.seconds(
                                                                attempts.longestSeconds())))
                + (attempts.lost() == 0 ? "" : ", %d lost".formatted(attempts.lost()));
    }

    /** Shares of what the slots did, the largest first. */
    private static String parts(JobReport report) {
        Map<String, Double> parts = report.parts();
        double all = parts.values().stream().mapToDouble(Double::doubleValue).sum();
        return all == 0
                ? "nothing was seen"
                : parts.entrySet().stream()
                        .sorted(Map.Entry.comparingByValue(Comparator.reverseOrder()))
                        .filter(part -> part.getValue() > 0)
                        .map(part ->
                                "%s %.0f %%"
                                        .formatted(
                                                word(part.getKey()), 100 * part.getValue() / all))
                        .collect(Collectors.joining(", "));
    }

    static String word(String part) {
        return part.toLowerCase(Locale.ROOT).replace('_', ' ').replace(" io", " I/O");
    }
}
