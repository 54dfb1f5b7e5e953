package io.millrace.engine.testing;

import io.millrace.engine.record.Combiner;
import io.millrace.engine.record.RecordCursor;
import io.millrace.engine.record.RecordSink;
import java.io.IOException;

/** A combiner as a partial reducer. As thread-safe as that combiner. */
record PartialCombiner(Combiner combiner) implements Combiner {

    @Override
    public boolean isPartial() {
        return true;
    }

    @Override
    public void combineRun(int partition, RecordCursor sorted, RecordSink out)
            throws IOException, InterruptedException {
        combiner.combineRun(partition, sorted, out);
    }
}
