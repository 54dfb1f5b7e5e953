package io.millrace.bench.job;

import java.util.List;

/** One way of running the job: its name in the report, and the options that the job gets. */
public record Contender(String name, List<String> jobOptions) {

    public Contender {
        jobOptions = List.copyOf(jobOptions);
    }
}
