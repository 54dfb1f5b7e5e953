package io.millrace.bench.report;

import io.millrace.bench.job.Entry;
import io.millrace.bench.job.JobResult;
import io.millrace.bench.job.Surroundings;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * All that one measurement found.
 *
 * @param command what repeats it
 * @param time when it began
 */
public record Results(
        String command, String time, Surroundings surroundings, List<JobResult> jobs) {

    public Results {
        jobs = List.copyOf(jobs);
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
