package io.millrace.collective.old;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.function.Supplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapred.Counters;
import org.apache.hadoop.mapred.FileSplit;
import org.apache.hadoop.mapred.InputSplit;
import org.apache.hadoop.mapred.OutputCollector;
import org.apache.hadoop.mapred.Reporter;
import org.apache.hadoop.mapreduce.TaskInputOutputContext;
import org.apache.hadoop.util.ReflectionUtils;

/**
 * What a mapper or reducer of the old API is given, over a task's context of the new one. What it
 * counts counts when it has ended well.
 */
final class OldTask implements OutputCollector<Object, Object>, Reporter {

    private final TaskInputOutputContext<?, ?, Object, Object> context;
    private final Supplier<org.apache.hadoop.mapreduce.InputSplit> split;
    private final Counters counters = new Counters();

    OldTask(
            TaskInputOutputContext<?, ?, Object, Object> context,
            Supplier<org.apache.hadoop.mapreduce.InputSplit> split) {
        this.context = context;
        this.split = split;
    }

    /** Makes and configures an object of the class that a key names. */
    Object make(String key) {
        Configuration conf = context.getConfiguration();
        return ReflectionUtils.newInstance(conf.getClass(key, Object.class), conf);
    }

    /** Adds what was counted to the task's counters. */
    void count() {
        for (Counters.Group group : counters) {
            for (Counters.Counter counter : group) {
                context.getCounter(group.getName(), counter.getName())
                        .increment(counter.getValue());
            }
        }
    }

    @Override
    public void collect(Object key, Object value) throws IOException {
        try {
            context.write(key, value);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            InterruptedIOException interrupted = new InterruptedIOException(e.getMessage());
            interrupted.initCause(e);
            throw interrupted;
        }
    }

    @Override
    public void setStatus(String status) {
        context.setStatus(status);
    }

    @Override
    public Counters.Counter getCounter(Enum<?> name) {
        return counters.findCounter(name);
    }

    @Override
    public Counters.Counter getCounter(String group, String name) {
        return counters.findCounter(group, name);
    }

    @Override
    public void incrCounter(Enum<?> key, long amount) {
        counters.incrCounter(key, amount);
    }

    @Override
    public void incrCounter(String group, String name, long amount) {
        counters.incrCounter(group, name, amount);
    }

    @Override
    public InputSplit getInputSplit() {
        if (split.get() instanceof org.apache.hadoop.mapreduce.lib.input.FileSplit file) {
            return new FileSplit(file);
        }
        throw new UnsupportedOperationException(
                split.get().getClass().getName() + " has nothing like it in the old API");
    }

    @Override
    public float getProgress() {
        return context.getProgress();
    }

    @Override
    public void progress() {
        context.progress();
    }
}
