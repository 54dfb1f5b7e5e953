package io.millrace.collective.gang;

import org.apache.hadoop.mapreduce.Counter;
import org.apache.hadoop.mapreduce.CounterGroup;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mapreduce.StatusReporter;
import org.apache.hadoop.mapreduce.TaskAttemptContext;

/** Holds what one try at a map task counts apart until it has succeeded. */
final class HeldReporter extends StatusReporter {

    private final TaskAttemptContext worker;
    private final Counters counters = new Counters();

    HeldReporter(TaskAttemptContext worker) {
        this.worker = worker;
    }

    @Override
    public Counter getCounter(Enum<?> name) {
        return counters.findCounter(name);
    }

    @Override
    public Counter getCounter(String group, String name) {
        return counters.findCounter(group, name);
    }

    @Override
    public void progress() {
        worker.progress();
    }

    @Override
    public float getProgress() {
        return worker.getProgress();
    }

    @Override
    public void setStatus(String status) {
        worker.setStatus(status);
    }

    /** Adds all that was counted to the worker's counters. */
    void commit() {
        for (CounterGroup group : counters) {
            for (Counter counter : group) {
                worker.getCounter(group.getName(), counter.getName()).increment(counter.getValue());
            }
        }
    }
}
