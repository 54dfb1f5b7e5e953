package io.millrace.hadoop.combine;

import io.millrace.bytecode.rewrite.Rewrite;
import io.millrace.engine.plan.Choice;
import io.millrace.engine.record.Combiner.Accumulator;
import io.millrace.formats.order.KnownOrders;
import io.millrace.formats.record.RecordWays;
import io.millrace.formats.record.Serializations;
import io.millrace.formats.registry.JobFormats;
import java.util.function.Function;
import org.apache.hadoop.io.serializer.SerializationFactory;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.jspecify.annotations.Nullable;

/**
 * How a job's combiner works: called as Hadoop calls it, or its work done where the values lie.
 * Decided once for a job. Immutable.
 *
 * @param formats what is known, and the rewrites that are on
 * @param orders which comparators are replaced
 * @param records how map output is written and read; null for a job without reduce tasks
 * @param combiner the name of the combiner's class; null if there is none, or no use for one
 * @param obstacle why nothing does the combiner's work in its place; empty if it may
 * @param accumulator makes what does the combiner's work on serialized values, if anything is known
 *     to
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
        return new CombinePlan(
                formats,
                orders,
                records,
                combiner == null ? null : combiner.getName(),
                obstacle,
                combiner != null && obstacle.isEmpty() ? accumulator(conf, combiner) : null);
    }

    private static @Nullable Function<CombineCounts, Accumulator> accumulator(
            JobConf conf, Class<?> combiner) {
        Class<?> values = conf.getMapOutputValueClass();
        return Serializations.isPlain(new SerializationFactory(conf), values)
                ? KnownFolds.of(combiner, conf.getMapOutputKeyClass(), values)
                : null;
    }

    /** Whether there is a combiner, and output for it to combine. */
    public boolean combines() {
        return combiner != null;
    }

    /** Whether its work is known, and done where values lie. */
    public boolean accumulates() {
        return accumulator != null;
    }

    /** Whether combiners of the new API iterate over the engine's own context. */
    boolean groupContext() {
        return formats.rewrites().contains(Rewrite.REDUCE_CONTEXT);
    }

    /** How the job's combiner is called, where the engine lets it run, for people. */
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
                            + " makes one number of a key's numbers and does nothing else, so this is done where they lie");
        }
        return new Choice<>(
                name,
                "once for each run",
                obstacle.isEmpty()
                        ? "as in Hadoop: "
                                + combiner
                                + " may do more than make one number of a key's numbers"
                        : obstacle);
    }
}
