package io.millrace.bench.shuffles;

import io.millrace.bench.frame.Sample;
import java.util.List;

/** Times of the runs of one load in one way, in the order in which they ran. */
public record Measured(Way way, List<Run> runs) {

    /**
     * One run.
     *
     * @param wall seconds from the job's submission to its end
     * @param processor seconds that processors spent on the process meanwhile
     */
    public record Run(double wall, double processor) {}

    public Measured {
        runs = List.copyOf(runs);
    }

    Sample wall() {
        return new Sample(runs.stream().map(Run::wall).toList());
    }

    Sample processor() {
        return new Sample(runs.stream().map(Run::processor).toList());
    }

    /** This wall clock as a multiple of the other's. */
    double ratio(Measured other) {
        return wall().median() / other.wall().median();
    }

    double processorRatio(Measured other) {
        return processor().median() / other.processor().median();
    }
}
