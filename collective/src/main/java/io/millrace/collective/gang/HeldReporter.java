package io.millrace.collective.gang;

import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.mapreduce.Counter;
import org.apache.hadoop.mapreduce.CounterGroup;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mapreduce.StatusReporter;
import org.apache.hadoop.mapreduce.TaskAttemptContext;

/** Holds the counts of one try at a task back until it has succeeded. */
final class HeldReporter extends StatusReporter {

    private final TaskAttemptContext worker;
    private final Counters counters = new Counters();
    private final List<Pair> pairs = new ArrayList<>();

    /** A held counter, and the worker's own. */
    private record Pair(Counter held, Counter worker) {}

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

    /** Adds all counts to the worker's counters, and starts from 0 again. */
    void commit() {
        if (pairs.size() != counters.countCounters()) {
            pair();
        }
        for (Pair pair : pairs) {
            pair.worker.increment(pair.held.getValue());
            pair.held.setValue(0);
        }
    }

    /** Finds the worker's counters once, because a reused task has the same ones. */
    private void pair() {
        pairs.clear();
        for (CounterGroup group : counters) {
            for (Counter counter : group) {
                pairs.add(new Pair(counter, worker.getCounter(group.getName(), counter.getName())));
            }
        }
    }
}
