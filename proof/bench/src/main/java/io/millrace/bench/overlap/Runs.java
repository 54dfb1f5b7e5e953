package io.millrace.bench.overlap;

import io.millrace.bench.frame.Figures;
import io.millrace.bench.frame.Sample;
import io.millrace.bench.job.JobReports;
import java.util.List;
import java.util.Objects;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/** Runs of one benchmark in one way; there is at least one. */
record Runs(List<Run> all) {

    /** Measurements of one run, and those of its jobs' reports. */
    record Run(Figures figures, JobReports.Said said) {}

    Runs {
        all = List.copyOf(all);
    }

    Sample seconds() {
        return sample(run -> run.figures().seconds());
    }

    /** Null where the system does not tell. */
    @Nullable Sample cpuSeconds() {
        List<Double> values =
                all.stream()
                        .map(run -> run.figures().cpuSeconds())
                        .filter(Objects::nonNull)
                        .toList();
        return values.size() < all.size() ? null : new Sample(values);
    }

    Sample spilledRecords() {
        return sample(run -> run.said().spilledRecords());
    }

    Sample spilledBytes() {
        return sample(run -> run.said().spilledBytes());
    }

    /** Records that the partial reducer was given. */
    Sample partialRecords() {
        return sample(run -> run.said().partialRecords());
    }

    /** The most record memory that was held in any run. */
    long heldBytes() {
        return all.stream().mapToLong(run -> run.said().heldBytes()).max().orElseThrow();
    }

    /** The limit of record memory. */
    long budgetBytes() {
        return all.get(0).said().budgetBytes();
    }

    private Sample sample(ToDoubleFunction<Run> figure) {
        return new Sample(all.stream().map(run -> figure.applyAsDouble(run)).toList());
    }
}
