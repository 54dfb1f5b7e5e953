package io.millrace.hadoop.combine;

import io.millrace.bytecode.rewrite.Rewrite;
import io.millrace.engine.plan.Choice;
import io.millrace.engine.plan.JobShape.CombinerUse;
import io.millrace.engine.record.Combiner.Accumulator;
import io.millrace.formats.order.KnownOrders;
import io.millrace.formats.record.RecordWays;
import io.millrace.formats.record.Serializations;
import io.millrace.formats.registry.JobFormats;
import java.util.function.Function;
import org.apache.hadoop.io.serializer.SerializationFactory;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.lib.IdentityReducer;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.Reducer;
import org.jspecify.annotations.Nullable;

/**
 * How a job's combiner runs: called as Hadoop calls it, or replaced by a fold over the values in
 * place. Decided once for a job. Immutable.
 *
 * @param formats the known formats and the enabled rewrites
 * @param orders the comparators that are replaced
 * @param records the serialization of map output; null for a job without reduce tasks
 * @param combiner the name of the combiner's class; null if there is none or it is not needed
 * @param obstacle why nothing replaces the combiner; empty if it may be replaced
 * @param accumulator creates the replacement, which works on serialized values, if one is known
 */
public record CombinePlan(
        JobFormats formats,
        KnownOrders orders,
        @Nullable RecordWays records,
        @Nullable String combiner,
        String obstacle,
        @Nullable Function<CombineCounts, Accumulator> accumulator) {

    /** Decides for a job. */
    public static CombinePlan of(
            JobConf conf, JobFormats formats, KnownOrders orders, @Nullable RecordWays records) {
        Class<?> combiner = conf.getNumReduceTasks() == 0 ? null : JobCombiner.classIn(conf);
        String obstacle =
                conf.get(MRJobConfig.COMBINER_GROUP_COMPARATOR_CLASS) == null
                        ? formats.rewrites().obstacle(Rewrite.COMBINER_KNOWN)
                        : MRJobConfig.COMBINER_GROUP_COMPARATOR_CLASS + " is set";
        return of(conf, formats, orders, records, combiner, obstacle);
    }

    /**
     * Decides for a job's partial reducer, which runs as a combiner does.
     *
     * @param type its class; null if the job names none
     */
    public static CombinePlan ofPartialReducer(
            JobConf conf,
            JobFormats formats,
            KnownOrders orders,
            @Nullable RecordWays records,
            @Nullable Class<?> type) {
        String obstacle = formats.rewrites().obstacle(Rewrite.COMBINER_KNOWN);
        return of(conf, formats, orders, records, type, obstacle);
    }

    private static CombinePlan of(
            JobConf conf,
            JobFormats formats,
            KnownOrders orders,
            @Nullable RecordWays records,
            @Nullable Class<?> type,
            String obstacle) {
        return new CombinePlan(
                formats,
                orders,
                records,
                type == null ? null : type.getName(),
                obstacle,
                type != null && obstacle.isEmpty() ? accumulator(conf, type) : null);
    }

    private static @Nullable Function<CombineCounts, Accumulator> accumulator(
            JobConf conf, Class<?> combiner) {
        Class<?> values = conf.getMapOutputValueClass();
        return Serializations.isPlain(new SerializationFactory(conf), values)
                ? KnownFolds.of(combiner, conf.getMapOutputKeyClass(), values)
                : null;
    }

    /** Whether the job has a combiner and output to combine. */
    public boolean combines() {
        return combiner != null;
    }

    /** The combiner's work, for the planner. */
    public CombinerUse use() {
        if (!combines()) {
            return CombinerUse.NONE;
        }
        return accumulates() ? CombinerUse.FOLDED : CombinerUse.CALLED;
    }

    /** Whether the combiner is Hadoop's reducer that changes nothing. */
    public boolean emitsWhatItIsGiven() {
        return Reducer.class.getName().equals(combiner)
                || IdentityReducer.class.getName().equals(combiner);
    }

    /** Whether a fold over the values in place replaces the combiner. */
    public boolean accumulates() {
        return accumulator != null;
    }

    /**
     * Whether the combiner may work on its own results, of several map tasks, before the job's
     * reducer does. Hadoop's contract allows that for any combiner, but its local runner does it
     * only for those of the old API, and only if memory is short. So the compiled code of combiner
     * and reducer has to show that the reducer's output stays the same.
     */
    public boolean serves(JobConf conf) {
        Class<?> type = accumulator == null ? null : JobCombiner.classIn(conf);
        Class<?> reducer = type == null ? null : reducerIn(conf);
        return type != null
                && reducer != null
                && KnownFolds.agree(
                        type, reducer, conf.getMapOutputKeyClass(), conf.getMapOutputValueClass());
    }

    /** Null if there is no such class, which is an error of the reduce tasks. */
    private static @Nullable Class<?> reducerIn(JobConf conf) {
        String name =
                conf.getTrimmed(
                        conf.getUseNewReducer()
                                ? MRJobConfig.REDUCE_CLASS_ATTR
                                : "mapred.reducer.class");
        return name == null ? null : conf.getClassByNameOrNull(name);
    }

    /** Whether combiners of the new API iterate over the engine's own context. */
    boolean groupContext() {
        return formats.rewrites().contains(Rewrite.REDUCE_CONTEXT);
    }

    /** The choice of how the combiner is called, if the engine lets it run. */
    public Choice<String> choice(JobConf conf) {
        String name = "combiner.calls";
        if (combiner == null) {
            return new Choice<>(
                    name,
                    "none",
                    JobCombiner.classIn(conf) == null
                            ? "the job has no combiner"
                            : "the job has no reduce tasks");
        }
        if (accumulator != null) {
            return new Choice<>(
                    name,
                    "in place",
                    combiner
                            + " only folds the numbers of a key into one, so Millrace does"
                            + " that in place");
        }
        return new Choice<>(
                name,
                "once for each spill",
                obstacle.isEmpty()
                        ? "as in Hadoop: "
                                + combiner
                                + " may do more than fold the numbers of a key into one"
                        : obstacle);
    }
}
