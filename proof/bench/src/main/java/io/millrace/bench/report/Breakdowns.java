package io.millrace.bench.report;

import io.millrace.bench.frame.BarChart;
import io.millrace.bench.frame.Sample;
import io.millrace.bench.job.Entry;
import io.millrace.bench.job.JobResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The parts of the time of each contender, as figures 7, 11 and 15 of Daikoku et al. show them.
 * Contenders that do not report parts have one.
 */
final class Breakdowns {

    static final String PLOT = "breakdown.svg";

    private static final String UNDIVIDED = "not divided";

    private Breakdowns() {}

    /** Bars that stand on each other; none if the time of no contender is divided. */
    static BarChart chart(Results results) {
        BarChart chart = BarChart.stacked("Parts of the wall clock: medians", "seconds");
        for (JobResult job : results.jobs()) {
            if (!parts(job).isEmpty()) {
                job.entries().stream()
                        .filter(Entry::measured)
                        .forEach(entry -> add(chart, results.title(job), entry));
            }
        }
        return chart;
    }

    private static void add(BarChart chart, String title, Entry entry) {
        String group = title + ", " + entry.word();
        Map<String, Sample> parts = entry.parts();
        if (parts.isEmpty()) {
            chart.add(UNDIVIDED, group, entry.seconds(), 1);
        }
        parts.forEach((part, sample) -> {
            if (sample.max() > 0) {
                chart.add(part, group, sample, 1);
            }
        });
    }

    /** Adds a row for each contender, unless the time of none is divided. */
    static void table(JobResult job, Page page) {
        List<String> parts = parts(job);
        if (parts.isEmpty()) {
            return;
        }
        page.line("");
        page.line("| seconds | wall clock | %s |", String.join(" | ", parts));
        page.line("|---|---|%s", "---|".repeat(parts.size()));
        for (Entry entry : job.entries()) {
            if (entry.measured()) {
                List<String> cells = new ArrayList<>(List.of(entry.name()));
                cells.add(Page.median(entry.seconds(), "%.2f", 1));
                parts.forEach(part -> cells.add(Page.median(entry.parts().get(part), "%.2f", 1)));
                page.line("| %s |", String.join(" | ", cells));
            }
        }
        page.line("");
        page.line(
                "Medians of the parts of each run's wall clock. The time of a job is divided in proportion to the busy");
        page.line(
                "time of its slots, and the process has the rest. Other contenders do not report parts.");
    }

    /** The parts that took time in any contender. */
    private static List<String> parts(JobResult job) {
        return job.entries().stream()
                .flatMap(entry -> entry.parts().entrySet().stream())
                .filter(part -> part.getValue().max() > 0)
                .map(Map.Entry::getKey)
                .distinct()
                .toList();
    }
}
