package io.millrace.bench.job;

import io.millrace.apps.workload.Likeness;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** The figures as Markdown: ratios first, and what it takes to repeat them. */
public final class Report {

    private static final double MB = 1 << 20;

    private final String title;
    private final String command;
    private final Likeness likeness;
    private final Surroundings surroundings;

    public Report(String title, String command, Likeness likeness, Surroundings surroundings) {
        this.title = title;
        this.command = command;
        this.likeness = likeness;
        this.surroundings = surroundings;
    }

    /**
     * A table with a row for each contender; ratios are how many times faster than the first it is.
     */
    public String text(List<Timing> timings, long inputBytes) {
        StringBuilder text = new StringBuilder();
        text.append("# ").append(title).append("\n\n");
        text.append("| | times faster | median | MB/s | runs |\n|---|---|---|---|---|\n");
        double first = timings.get(0).median();
        for (Timing timing : timings) {
            double median = timing.median();
            text.append(
                    String.format(
                            Locale.ROOT,
                            "| %s | %.1f | %.2f s | %.1f | %s |%n",
                            timing.contender().name(),
                            first / median,
                            median,
                            inputBytes / MB / median,
                            runs(timing)));
        }
        text.append(
                "\nWall clock of whole processes, by turns; the same JDK and heap for all; outputs ");
        text.append(likeness).append(".\n\n");
        text.append("- command: `").append(command).append("`\n");
        text.append("- machine: ").append(surroundings.machine()).append('\n');
        text.append("- JDK: ").append(surroundings.jdk()).append('\n');
        text.append("- commit: ").append(surroundings.commit()).append('\n');
        return text.toString();
    }

    private static String runs(Timing timing) {
        return timing.seconds().stream()
                .map(seconds -> String.format(Locale.ROOT, "%.2f", seconds))
                .collect(Collectors.joining(", "));
    }
}
