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

    private final Counters iteration;

    /** A held counter, and that of the iteration. */
    private record Pair(Counter held, Counter iteration) {}

    /**
     * The reporter of one task.
     *
     * @param worker whose task shows its status
     * @param iteration gets the counts of tries that succeed
     */
    HeldReporter(TaskAttemptContext worker, Counters iteration) {
        this.worker = worker;
        this.iteration = iteration;
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

    /** Adds all counts to those of the iteration, and starts from 0 again. */
    void commit() {
        if (pairs.size() != counters.countCounters()) {
            pair();
        }
        for (Pair pair : pairs) {
            pair.iteration.increment(pair.held.getValue());
            pair.held.setValue(0);
        }
    }

    /** Finds the iteration's counters once: they are the same in all iterations. */
    private void pair() {
        pairs.clear();
        for (CounterGroup group : counters) {
            for (Counter counter : group) {
                pairs.add(
                        new Pair(
                                counter,
                                iteration.findCounter(group.getName(), counter.getName())));
            }
        }
    }
}
