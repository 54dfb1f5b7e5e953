package io.millrace.engine.job;

import io.millrace.engine.record.RecordCursor;
import io.millrace.engine.task.OutputStatistics;

/**
 * One attempt at a reduce task. Called like a {@link MapAttempt}, on one thread of the reduce pool,
 * after all map tasks are done.
 */
public interface ReduceAttempt extends TaskAttempt {

    /**
     * Consumes the partition's records, in key order; equal keys come in the order of their map
     * task, then of emission. The cursor is lent: the engine closes it.
     */
    void run(ReduceInput input) throws Exception;

    /**
     * What a reduce attempt reads.
     *
     * @param records the merged records of the partition
     * @param statistics how much that is
     */
    record ReduceInput(RecordCursor records, OutputStatistics statistics) {}
}
