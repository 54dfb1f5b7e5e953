package io.millrace.cli.report;

import io.millrace.cli.process.Amounts;
import io.millrace.hadoop.config.HadoopKeyUse;
import java.util.Map;

/** How a job is run and why, as text. */
public final class PlanText {

    private static final String OURS = "millrace.";

    private PlanText() {}

    /** The plan of a job that did not run. */
    public static String of(JobReport report) {
        StringBuilder text = new StringBuilder();
        text.append(report.name()).append("\n\n");
        text.append("  input: ").append(splits(report)).append("\n\n");
        text.append(choices(report)).append(configuration(report));
        if (!report.job("advice").isEmpty()) {
            text.append("\n  faster? ").append(report.job("advice")).append('\n');
        }
        return text.toString();
    }

    /** The input in one line. */
    static String splits(JobReport report) {
        long count = report.number("/splits/count");
        return count == 0
                ? "no splits"
                : "%s split%s, %s; largest %s, median %s, smallest %s"
                        .formatted(
                                Amounts.count(count),
                                count == 1 ? "" : "s",
                                Amounts.bytes(report.number("/splits/bytes")),
                                Amounts.bytes(report.number("/splits/largest")),
                                Amounts.bytes(report.number("/splits/median")),
                                Amounts.bytes(report.number("/splits/smallest")));
    }

    /** A line for each choice. */
    static String choices(JobReport report) {
        Table table = new Table("  ");
        report.plan().forEach((name, chosen) -> table.row(name, chosen.shown(), chosen.reason()));
        return table.text();
    }

    /** Keys of ours and those of Hadoop's that mean something here, where they are not default. */
    private static String configuration(JobReport report) {
        Table table = new Table("    ");
        for (Map.Entry<String, String> key : report.configuration().entrySet()) {
            if (matters(key.getKey())) {
                table.row(key.getKey(), key.getValue());
            }
        }
        return table.isEmpty()
                ? ""
                : "\n  configuration that differs from the defaults:\n" + table.text();
    }

    /** Whether a key is one that Millrace has something to say about. */
    static boolean matters(String key) {
        return key.startsWith(OURS)
                || HadoopKeyUse.ALL.stream().anyMatch(use -> covers(use.key(), key));
    }

    private static boolean covers(String pattern, String key) {
        return pattern.endsWith("*")
                ? key.startsWith(pattern.substring(0, pattern.length() - 1))
                : key.equals(pattern);
    }
}
