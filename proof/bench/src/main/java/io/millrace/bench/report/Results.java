package io.millrace.bench.report;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.millrace.bench.frame.BarChart;
import io.millrace.bench.job.Entry;
import io.millrace.bench.job.JobResult;
import io.millrace.engine.config.ByteSize;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** All that one measurement of workloads under contenders found. */
public record Results(Occasion occasion, List<JobResult> jobs) implements Report {

    public Results {
        jobs = List.copyOf(jobs);
    }

    @Override
    public ObjectNode figures() {
        return Json.of(this);
    }

    @Override
    public Map<String, BarChart> plots() {
        Map<String, BarChart> plots = new LinkedHashMap<>();
        for (Plot plot : Plot.values()) {
            plots.put(plot.fileName(), plot.chart(this));
        }
        plots.put(Breakdowns.PLOT, Breakdowns.chart(this));
        return plots;
    }

    @Override
    public String page(Collection<String> plots) {
        return Markdown.of(this, plots);
    }

    /** The name of a job in plots: with the size of its input, where it ran with several. */
    String title(JobResult job) {
        String word = job.workload().word();
        return jobs.stream().filter(each -> each.workload() == job.workload()).count() == 1
                ? word
                : word + ", " + ByteSize.format(job.bytes());
    }

    /** Names of the contenders that were measured at all, by their words. */
    Map<String, String> contenders() {
        Map<String, String> names = new LinkedHashMap<>();
        for (JobResult job : jobs) {
            for (Entry entry : job.entries()) {
                if (entry.measured()) {
                    names.putIfAbsent(entry.word(), entry.name());
                }
            }
        }
        return names;
    }
}
