package io.millrace.hadoop.task;

import io.millrace.engine.record.Combiner;
import io.millrace.engine.record.RecordCursor;
import io.millrace.engine.record.RecordSink;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * The combiner of a job that names a partial reducer, too.
 *
 * @param combiner what combines
 * @param partialReducer what takes its place while memory is short
 */
record EitherCombiner(Combiner combiner, Combiner partialReducer) implements Combiner {

    @Override
    public void combineRun(int partition, RecordCursor sorted, RecordSink out)
            throws IOException, InterruptedException {
        combiner.combineRun(partition, sorted, out);
    }

    @Override
    public @Nullable Accumulator openAccumulator() {
        return combiner.openAccumulator();
    }
}
