package io.millrace.collective.old;

import java.util.function.Supplier;
import org.apache.hadoop.mapred.Counters;
import org.apache.hadoop.mapred.FileSplit;
import org.apache.hadoop.mapred.InputSplit;
import org.apache.hadoop.mapred.Reporter;
import org.apache.hadoop.mapreduce.TaskAttemptContext;

/**
 * The reporter of old-API code, on top of a new-API task context. Its counts are added when {@link
 * #count} is called.
 */
class OldReporter implements Reporter {

    private final TaskAttemptContext context;
    private final Supplier<org.apache.hadoop.mapreduce.InputSplit> split;
    private final Counters counters = new Counters();

    OldReporter(
            TaskAttemptContext context, Supplier<org.apache.hadoop.mapreduce.InputSplit> split) {
        this.context = context;
        this.split = split;
    }

    /** Moves the counts to the task's counters. */
    final void count() {
        for (Counters.Group group : counters) {
            for (Counters.Counter counter : group) {
                context.getCounter(group.getName(), counter.getName())
                        .increment(counter.getValue());
                counter.setValue(0);
            }
        }
    }

    @Override
    public final void setStatus(String status) {
        context.setStatus(status);
    }

    @Override
    public final Counters.Counter getCounter(Enum<?> name) {
        return counters.findCounter(name);
    }

    @Override
    public final Counters.Counter getCounter(String group, String name) {
        return counters.findCounter(group, name);
    }

    @Override
    public final void incrCounter(Enum<?> key, long amount) {
        counters.incrCounter(key, amount);
    }

    @Override
    public final void incrCounter(String group, String name, long amount) {
        counters.incrCounter(group, name, amount);
    }

    @Override
    public final InputSplit getInputSplit() {
        org.apache.hadoop.mapreduce.InputSplit of = split.get();
        if (of instanceof OldSplit old) {
            return old.split();
        }
        if (of instanceof org.apache.hadoop.mapreduce.lib.input.FileSplit file) {
            return new FileSplit(file);
        }
        throw new UnsupportedOperationException(
                of.getClass().getName() + " has no equivalent in the old API");
    }

    @Override
    public final float getProgress() {
        return context.getProgress();
    }

    @Override
    public final void progress() {
        context.progress();
    }
}
