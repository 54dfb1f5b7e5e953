package io.millrace.engine.job.attempt;

import io.millrace.engine.record.Combiner;
import io.millrace.engine.record.RecordCursor;
import io.millrace.engine.task.OutputStatistics;
import io.millrace.engine.trace.KeyGroup;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One attempt at a reduce task. Called like a {@link MapAttempt}, on one thread of the reduce pool,
 * after all map tasks are done.
 */
public interface ReduceAttempt extends TaskAttempt {

    /**
     * Consumes the partition's records, in key order; the plan sets the order of equal keys. The
     * cursor is lent: the engine closes it.
     */
    void run(ReduceInput input) throws Exception;

    /**
     * The job's combiner, working for this attempt, if Hadoop's reduce task would combine during
     * its merge; otherwise null.
     */
    default @Nullable Combiner mergeCombiner() {
        return null;
    }

    /**
     * The input of a reduce attempt.
     *
     * @param records the merged records of the partition
     * @param statistics the number and size of the records
     * @param largest receives the largest groups of records, for the trace
     */
    record ReduceInput(
            RecordCursor records, OutputStatistics statistics, Consumer<List<KeyGroup>> largest) {}
}
