package io.millrace.bench.floor;

import org.apache.hadoop.mapreduce.Counter;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mapreduce.StatusReporter;

/** Keeps the counters of one task. */
final class TaskReporter extends StatusReporter {

    private final Counters counters = new Counters();

    @Override
    public Counter getCounter(Enum<?> name) {
        return counters.findCounter(name);
    }

    @Override
    public Counter getCounter(String group, String name) {
        return counters.findCounter(group, name);
    }

    @Override
    public void progress() {}

    @Override
    public float getProgress() {
        return 0;
    }

    @Override
    public void setStatus(String status) {}
}
