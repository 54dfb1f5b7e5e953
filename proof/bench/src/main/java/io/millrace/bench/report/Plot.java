package io.millrace.bench.report;

import io.millrace.bench.frame.BarChart;
import io.millrace.bench.job.Entry;
import io.millrace.bench.job.JobResult;

/** Bars for each job, one for each contender. */
enum Plot {
    RATIOS("ratios.svg", "Time of each contender, divided by Millrace's (logarithmic)", "ratio") {
        @Override
        void add(BarChart chart, String group, JobResult job, Entry entry) {
            double base = job.base().orElseThrow().seconds().median();
            chart.add(entry.name(), group, entry.seconds(), base);
        }
    },
    SECONDS("seconds.svg", "Wall clock: medians, with half the spread (logarithmic)", "seconds") {
        @Override
        void add(BarChart chart, String group, JobResult job, Entry entry) {
            chart.add(entry.name(), group, entry.seconds(), 1);
        }
    },
    MEMORY("memory.svg", "Peak memory of all processes (logarithmic)", "MB") {
        @Override
        void add(BarChart chart, String group, JobResult job, Entry entry) {
            chart.add(entry.name(), group, entry.peakBytes(), MB);
        }
    };

    private static final double MB = 1 << 20;

    private final String fileName;
    private final String title;
    private final String unit;

    Plot(String fileName, String title, String unit) {
        this.fileName = fileName;
        this.title = title;
        this.unit = unit;
    }

    /** Adds what stands for an entry that was measured. */
    abstract void add(BarChart chart, String group, JobResult job, Entry entry);

    String fileName() {
        return fileName;
    }

    BarChart chart(Results results) {
        BarChart chart = new BarChart(title, unit);
        for (JobResult job : results.jobs()) {
            String group = results.title(job);
            job.entries().stream()
                    .filter(Entry::measured)
                    .forEach(entry -> add(chart, group, job, entry));
        }
        return chart;
    }
}
