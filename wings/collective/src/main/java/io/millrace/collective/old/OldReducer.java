package io.millrace.collective.old;

import java.io.IOException;
import org.apache.hadoop.mapreduce.Reducer;

/** Runs a reducer of the old API with the task's own configuration. */
public class OldReducer extends Reducer<Object, Object, Object, Object> {

    /** The key of its class. */
    public static final String CLASS = "io.millrace.collective.old.reducer";

    private final String key;

    /** Called by Hadoop. */
    public OldReducer() {
        this(CLASS);
    }

    private OldReducer(String key) {
        this.key = key;
    }

    /** The same as a combiner. */
    public static final class Combining extends OldReducer {

        /** The key of its class. */
        public static final String CLASS = "io.millrace.collective.old.combiner";

        /** Called by Hadoop. */
        public Combining() {
            super(CLASS);
        }
    }

    @Override
    public final void run(Context context) throws IOException, InterruptedException {
        OldTask task =
                new OldTask(
                        context,
                        () -> {
                            throw new UnsupportedOperationException("a reducer has no input split");
                        });
        @SuppressWarnings("unchecked") // a job's classes are known only at run time
        var reducer =
                (org.apache.hadoop.mapred.Reducer<Object, Object, Object, Object>) task.make(key);
        try {
            while (context.nextKey()) {
                reducer.reduce(context.getCurrentKey(), context.getValues().iterator(), task, task);
            }
        } finally {
            reducer.close();
        }
        task.count();
    }
}
