package io.millrace.engine.job;

import io.millrace.engine.record.Combiner;
import io.millrace.engine.record.RecordCursor;
import io.millrace.engine.task.OutputStatistics;
import org.jspecify.annotations.Nullable;

/**
 * One attempt at a reduce task. Called like a {@link MapAttempt}, on one thread of the reduce pool,
 * after all map tasks are done.
 */
public interface ReduceAttempt extends TaskAttempt {

    /**
     * Consumes the partition's records, in key order; equal keys come in the order that the plan
     * says. The cursor is lent: the engine closes it.
     */
    void run(ReduceInput input) throws Exception;

    /**
     * The job's combiner, working for this attempt where Hadoop's reduce task would combine what it
     * merges on the way, or null if that does not.
     */
    default @Nullable Combiner mergeCombiner() {
        return null;
    }

    /**
     * What a reduce attempt reads.
     *
     * @param records the merged records of the partition
     * @param statistics how much that is
     */
    record ReduceInput(RecordCursor records, OutputStatistics statistics) {}
}
