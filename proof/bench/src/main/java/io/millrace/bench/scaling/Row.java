package io.millrace.bench.scaling;

import io.millrace.bench.frame.Figures;
import io.millrace.bench.frame.Sample;
import io.millrace.bench.job.JobReports;
import java.util.List;

/** Runs of one job on one input with so many cores; there is at least one. */
record Row(long bytes, int cores, List<Run> runs) {

    private static final double NANOS = 1e9;

    /** Measurements of one run, and those of its jobs' reports. */
    record Run(Figures figures, JobReports.Said said) {}

    Row {
        runs = List.copyOf(runs);
    }

    Sample seconds() {
        return new Sample(runs.stream().map(run -> run.figures().seconds()).toList());
    }

    Sample cpuSeconds() {
        return new Sample(runs.stream().map(run -> cpu(run.figures())).toList());
    }

    /** The most memory of the process. */
    Sample peakBytes() {
        return new Sample(runs.stream().map(run -> peak(run.figures())).toList());
    }

    /** The most record memory. */
    Sample heldBytes() {
        return new Sample(runs.stream().map(run -> (double) run.said().heldBytes()).toList());
    }

    Sample spilledBytes() {
        return new Sample(runs.stream().map(run -> (double) run.said().spilledBytes()).toList());
    }

    Sample budgetBytes() {
        return new Sample(runs.stream().map(run -> (double) run.said().budgetBytes()).toList());
    }

    long records() {
        return runs.get(0).said().records();
    }

    Sample nanosPerRecord() {
        return new Sample(
                seconds().values().stream().map(each -> each * NANOS / records()).toList());
    }

    /** How many times as fast as on one core. */
    double speedUp(Row onOne) {
        return onOne.seconds().median() / seconds().median();
    }

    /** The fraction of the cores that is used. */
    double efficiency(Row onOne) {
        return speedUp(onOne) * onOne.cores() / cores();
    }

    /** The cost of a record that this input has in addition to a smaller one. */
    double nanosPerFurtherRecord(Row smaller) {
        return perFurtherRecord(seconds(), smaller.seconds(), smaller);
    }

    /** The same in processor time, which other work on the machine changes less. */
    double cpuNanosPerFurtherRecord(Row smaller) {
        return perFurtherRecord(cpuSeconds(), smaller.cpuSeconds(), smaller);
    }

    private double perFurtherRecord(Sample own, Sample less, Row smaller) {
        return (own.median() - less.median()) * NANOS / (records() - smaller.records());
    }

    /** On Linux, where alone runs are bound to cores, the system tells both. */
    private static double cpu(Figures figures) {
        Double cpu = figures.cpuSeconds();
        return cpu == null ? 0 : cpu;
    }

    private static double peak(Figures figures) {
        Long peak = figures.peakBytes();
        return peak == null ? 0 : peak;
    }
}
