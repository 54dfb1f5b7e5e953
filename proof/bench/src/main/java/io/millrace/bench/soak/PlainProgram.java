package io.millrace.bench.soak;

import io.millrace.workloads.Likeness;
import io.millrace.workloads.Workload;
import java.nio.file.Path;
import java.util.List;

/** A workload of ordinary jobs. */
record PlainProgram(Workload workload) implements Program {

    private static final String REDUCE_INPUT = "Reduce input records";

    private static final List<String> COUNTERS =
            List.of(
                    "Map input records",
                    "Map output records",
                    "Reduce input groups",
                    REDUCE_INPUT,
                    "Reduce output records");

    /** A combiner whose work is done in place combines less if there is little memory. */
    private static final List<String> WITHOUT_COMBINED =
            COUNTERS.stream().filter(each -> !each.equals(REDUCE_INPUT)).toList();

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
        return workload == Workload.WORD_COUNT ? WITHOUT_COMBINED : COUNTERS;
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
