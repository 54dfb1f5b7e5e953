package io.millrace.cluster.reduce;

import io.millrace.engine.plan.EngineKeys;
import io.millrace.engine.record.Combiner;
import io.millrace.hadoop.counters.DualReporter;
import java.util.List;
import java.util.function.Function;
import org.apache.hadoop.mapred.JobConf;

/**
 * When rounds of partial reduce start.
 *
 * @param reducer makes the reducer of a round; its argument takes what the reducer counts
 * @param name of the reducer, for the log
 * @param eager whether rounds also start while there is memory
 * @param startThresholds map outputs that start a round, see {@link EngineKeys#PARTIAL_START}
 * @param lastStart map outputs after which a round starts only if memory is short
 */
record RoundTerms(
        Function<DualReporter, Combiner> reducer,
        String name,
        boolean eager,
        List<Integer> startThresholds,
        double lastStart) {

    /** The terms that the job's keys give. */
    static RoundTerms of(
            Function<DualReporter, Combiner> reducer, String name, boolean eager, JobConf conf) {
        return new RoundTerms(
                reducer,
                name,
                eager,
                EngineKeys.PARTIAL_START.in(conf::get),
                EngineKeys.PARTIAL_STOP.in(conf::get) * conf.getNumMapTasks());
    }

    /** Map outputs that start the round with that number. */
    int startThreshold(int round) {
        return startThresholds.get(Math.min(round, startThresholds.size() - 1));
    }
}
