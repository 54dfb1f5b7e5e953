package io.millrace.engine.job.attempt;

import io.millrace.engine.record.Combiner;
import io.millrace.engine.record.RecordSink;
import org.jspecify.annotations.Nullable;

/**
 * One attempt at a map task. The engine calls {@link #run}, then either {@link #commit} or, if
 * anything threw or the attempt was cancelled, {@link #abort}; all on one thread of the map pool.
 * {@code run}'s output is sorted and sealed before {@code commit}, and reducers see it only after
 * {@code commit} has returned.
 */
public interface MapAttempt extends TaskAttempt {

    /**
     * Reads the split and writes its records to {@code output}.
     *
     * @param output the sink for map output; null if the job has no reducers
     */
    void run(@Nullable RecordSink output) throws Exception;

    /** The job's combiner, working for this attempt, or null if the job has none. */
    @Nullable Combiner combiner();

    /**
     * Whether the sealed output must consist of one run, because other attempts may find another
     * key order than this one. Asked after {@link #run}.
     */
    default boolean ordersByItself() {
        return false;
    }
}
