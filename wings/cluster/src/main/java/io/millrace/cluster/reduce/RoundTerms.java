package io.millrace.cluster.reduce;

import io.millrace.engine.job.partial.RoundPolicy;
import io.millrace.engine.plan.EngineKeys;
import io.millrace.engine.record.Combiner;
import io.millrace.hadoop.counters.DualReporter;
import java.util.function.Function;
import org.apache.hadoop.mapred.JobConf;

/**
 * The rounds of partial reduce of a task.
 *
 * @param reducer makes the reducer of a round; its argument takes what the reducer counts
 * @param name of the reducer, for the log
 * @param eager whether rounds also start while there is memory
 */
record RoundTerms(
        Function<DualReporter, Combiner> reducer, String name, boolean eager, RoundPolicy policy) {

    /** The terms that the job's keys give. */
    static RoundTerms of(
            Function<DualReporter, Combiner> reducer, String name, boolean eager, JobConf conf) {
        return new RoundTerms(
                reducer,
                name,
                eager,
                eager
                        ? RoundPolicy.eager(
                                EngineKeys.PARTIAL_START.in(conf::get),
                                EngineKeys.PARTIAL_STOP.in(conf::get),
                                conf.getNumMapTasks())
                        : RoundPolicy.WHEN_SHORT);
    }
}
