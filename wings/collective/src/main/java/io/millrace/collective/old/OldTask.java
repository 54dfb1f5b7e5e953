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
 * The collector and reporter of an old-API mapper or reducer, on top of a new-API task context. Its
 * counts are added when it has succeeded.
 */
final class OldTask extends OldReporter implements OutputCollector<Object, Object> {

    private final TaskInputOutputContext<?, ?, Object, Object> context;

    OldTask(TaskInputOutputContext<?, ?, Object, Object> context, Supplier<InputSplit> split) {
        super(context, split);
        this.context = context;
    }

    /** Creates and configures an object of the class that a key names. */
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
