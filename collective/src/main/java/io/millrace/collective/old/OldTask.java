package io.millrace.collective.old;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.function.Supplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapred.OutputCollector;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.TaskInputOutputContext;
import org.apache.hadoop.util.ReflectionUtils;

/**
 * What a mapper or reducer of the old API is given, over a task's context of the new one. What it
 * counts counts when it has ended well.
 */
final class OldTask extends OldReporter implements OutputCollector<Object, Object> {

    private final TaskInputOutputContext<?, ?, Object, Object> context;

    OldTask(TaskInputOutputContext<?, ?, Object, Object> context, Supplier<InputSplit> split) {
        super(context, split);
        this.context = context;
    }

    /** Makes and configures an object of the class that a key names. */
    Object make(String key) {
        Configuration conf = context.getConfiguration();
        return ReflectionUtils.newInstance(conf.getClass(key, Object.class), conf);
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
}
