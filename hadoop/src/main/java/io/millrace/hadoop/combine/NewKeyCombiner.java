package io.millrace.hadoop.combine;

import io.millrace.engine.record.RecordCursor;
import java.io.IOException;
import org.apache.hadoop.mapreduce.Reducer;
import org.apache.hadoop.mapreduce.ReducerCallbacks;
import org.apache.hadoop.mapreduce.StatusReporter;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.lib.reduce.WrappedReducer;
import org.apache.hadoop.util.ReflectionUtils;

/**
 * A new-API combiner that is given one key at a time, between the setup and the cleanup of one
 * instance.
 */
@SuppressWarnings({"rawtypes", "unchecked"}) // the classes of a job are known at run time only
final class NewKeyCombiner implements KeyCombiner {

    private final Reducer combiner;
    private final FoldContext values;
    private final Reducer.Context context;

    private NewKeyCombiner(Reducer combiner, FoldContext values) {
        this.combiner = combiner;
        this.values = values;
        this.context = new WrappedReducer().getReducerContext(values);
    }

    static NewKeyCombiner open(
            CombineSettings settings,
            Class<? extends Reducer> type,
            CombineOutput output,
            TaskAttemptID attempt,
            StatusReporter reporter)
            throws IOException, InterruptedException {
        Reducer combiner = ReflectionUtils.newInstance(type, settings.conf);
        FoldContext values = new FoldContext(settings, attempt, output, reporter);
        NewKeyCombiner opened = new NewKeyCombiner(combiner, values);
        ReducerCallbacks.setup(combiner, opened.context);
        return opened;
    }

    @Override
    public void combine(RecordCursor records) throws IOException, InterruptedException {
        if (values.open(records)) {
            ReducerCallbacks.reduce(combiner, values.getCurrentKey(), values.getValues(), context);
            values.skipRest();
        }
    }

    @Override
    public void end() throws IOException, InterruptedException {
        values.end();
        ReducerCallbacks.cleanup(combiner, context);
    }

    @Override
    public long takeInput() {
        return values.takeInput();
    }
}
