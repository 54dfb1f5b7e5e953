package io.millrace.hadoop.counters;

import org.apache.hadoop.mapred.Counters;
import org.apache.hadoop.mapred.InputSplit;
import org.apache.hadoop.mapred.Reporter;

/** The reporter of a task that Hadoop runs. Thread-safe, as Hadoop's reporter is. */
public final class HadoopReporter extends DualReporter {

    private final Reporter reporter;

    /** A reporter that passes everything on. */
    public HadoopReporter(Reporter reporter) {
        this.reporter = reporter;
    }

    @Override
    public Counters.Counter getCounter(Enum<?> name) {
        return reporter.getCounter(name);
    }

    @Override
    public Counters.Counter getCounter(String group, String name) {
        return reporter.getCounter(group, name);
    }

    @Override
    public void incrCounter(Enum<?> key, long amount) {
        reporter.incrCounter(key, amount);
    }

    @Override
    public void incrCounter(String group, String counter, long amount) {
        reporter.incrCounter(group, counter, amount);
    }

    @Override
    public void progress() {
        reporter.progress();
    }

    @Override
    public float getProgress() {
        return reporter.getProgress();
    }

    @Override
    public void setStatus(String status) {
        reporter.setStatus(status);
    }

    @Override
    public InputSplit getInputSplit() {
        return reporter.getInputSplit();
    }
}
