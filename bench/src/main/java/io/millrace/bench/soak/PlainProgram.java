package io.millrace.bench.soak;

import io.millrace.apps.workload.Likeness;
import io.millrace.apps.workload.Workload;
import java.nio.file.Path;
import java.util.List;

/** A workload of ordinary jobs. */
public record PlainProgram(Workload workload) implements Program {

    private static final List<String> COUNTERS =
            List.of(
                    "Map input records",
                    "Map output records",
                    "Reduce input groups",
                    "Reduce input records",
                    "Reduce output records");

    @Override
    public String word() {
        return workload.word();
    }

    @Override
    public Likeness likeness() {
        return workload.likeness();
    }

    /** Those that count records: each task counts once. */
    @Override
    public List<String> counters() {
        return COUNTERS;
    }

    @Override
    public List<String> settings(int workers) {
        return List.of();
    }

    @Override
    public List<String> command(List<String> options, SoakJob job, Path output) {
        return workload.command(options, job.input().toUri().toString(), output.toUri().toString());
    }
}
