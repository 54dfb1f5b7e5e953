package io.millrace.bench.plugins;

import io.millrace.apps.workload.MarcoBenchmark;
import io.millrace.bench.frame.Figures;
import io.millrace.bench.frame.Sample;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * The runs of a benchmark in one way, at one rate; there is at least one.
 *
 * @param megabits rate of each node in each direction, in Mbit/s; 0 for no limit
 */
public record Row(MarcoBenchmark benchmark, int megabits, Way way, List<Run> runs) {

    /**
     * A run.
     *
     * @param process as the client's process and the servers show it
     * @param job as the job history has it
     */
    record Run(Figures process, JobTimes job) {}

    public Row {
        runs = List.copyOf(runs);
    }

    /** The job's time. */
    Sample seconds() {
        return sample(JobTimes::seconds);
    }

    /** A figure of the jobs of each run. */
    Sample sample(ToDoubleFunction<JobTimes> figure) {
        return new Sample(runs.stream().map(run -> figure.applyAsDouble(run.job())).toList());
    }

    /** From the start of the client's process to its end. */
    Sample wallSeconds() {
        return new Sample(runs.stream().map(run -> run.process().seconds()).toList());
    }

    /** The time as a multiple of another row's. */
    double ratioTo(Row other) {
        return seconds().median() / other.seconds().median();
    }

    /** The time with an ideal, instant shuffle, as a multiple of the time. */
    double idealRatio() {
        return sample(JobTimes::idealSeconds).median() / seconds().median();
    }

    boolean isOf(MarcoBenchmark other, int rate, Way with) {
        return benchmark == other && megabits == rate && way == with;
    }
}
