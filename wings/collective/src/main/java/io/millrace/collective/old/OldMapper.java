package io.millrace.collective.old;

import java.io.IOException;
import org.apache.hadoop.mapreduce.Mapper;

/** Runs a mapper of the old API with the task's own configuration. */
public final class OldMapper extends Mapper<Object, Object, Object, Object> {

    /** The key of its class. */
    public static final String CLASS = "io.millrace.collective.old.mapper";

    @Override
    public void run(Context context) throws IOException, InterruptedException {
        OldTask task = new OldTask(context, context::getInputSplit);
        @SuppressWarnings("unchecked") // a job's classes are known only at run time
        var mapper =
                (org.apache.hadoop.mapred.Mapper<Object, Object, Object, Object>) task.make(CLASS);
        try {
            while (context.nextKeyValue()) {
                mapper.map(context.getCurrentKey(), context.getCurrentValue(), task, task);
            }
        } finally {
            mapper.close();
        }
        task.count();
    }
}
