package io.millrace.collective.operation;

import java.io.IOException;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.mapreduce.Reducer;

/**
 * The reducer that replaces all-gather, all-reduce and reduce-scatter in plain jobs. Used by the
 * thread of one task.
 */
public final class OperationReducer extends Reducer<Writable, Writable, Writable, Writable> {

    private PairwiseFold fold;

    @Override
    protected void setup(Context context) {
        fold = new PairwiseFold(Operations.of(context.getConfiguration()));
    }

    @Override
    protected void reduce(Writable key, Iterable<Writable> values, Context context)
            throws IOException, InterruptedException {
        try {
            values.forEach(fold::add);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("key " + key + ": " + e.getMessage(), e);
        }
        context.write(key, fold.result());
    }
}
