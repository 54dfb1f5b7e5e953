package io.millrace.cluster.reduce;

import io.millrace.hadoop.counters.AttemptReporter;
import io.millrace.hadoop.counters.DualReporter;
import org.apache.hadoop.mapred.Counters;
import org.apache.hadoop.mapred.Reporter;

/**
 * The counters of one round of partial reduce. The task adds them once the round's results are
 * used; signs of life and status texts reach the task at once. User code may call it from any
 * thread.
 */
final class RoundCounts implements AttemptReporter.Observer {

    private final Counters counters = new Counters();
    private final Reporter task;

    RoundCounts(Reporter task) {
        this.task = task;
    }

    /** A reporter for the partial reducer. The task's own reporter limits status texts. */
    DualReporter reporter() {
        return new AttemptReporter(counters, Integer.MAX_VALUE, this);
    }

    /** Adds all that was counted to the task's counters. Called once. */
    void publish() {
        for (Counters.Group group : counters) {
            for (Counters.Counter counter : group) {
                if (counter.getValue() != 0) {
                    task.incrCounter(group.getName(), counter.getName(), counter.getValue());
                }
            }
        }
    }

    @Override
    public void progress(float value) {
        task.progress();
    }

    @Override
    public float progress() {
        return task.getProgress();
    }

    @Override
    public void text(String value) {
        task.setStatus(value);
    }

    @Override
    public void active() {
        task.progress();
    }
}
