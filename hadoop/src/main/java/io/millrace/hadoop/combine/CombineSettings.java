package io.millrace.hadoop.combine;

import io.millrace.bytecode.rewrite.Rewrite;
import io.millrace.engine.plan.Choice;
import io.millrace.engine.record.Combiner.Accumulator;
import io.millrace.engine.record.KeyOrder;
import io.millrace.formats.order.KeyOrders;
import io.millrace.formats.record.RecordDeserializer;
import io.millrace.formats.record.RecordSerializer;
import io.millrace.formats.record.Serializations;
import io.millrace.hadoop.config.TaskKeys;
import java.io.IOException;
import java.util.function.Function;
import org.apache.hadoop.io.RawComparator;
import org.apache.hadoop.io.serializer.SerializationFactory;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.Reducer;
import org.jspecify.annotations.Nullable;

/**
 * What an attempt's configuration says about its combiner. Immutable; one for each attempt, so that
 * nothing is looked up for each run.
 */
@SuppressWarnings({"rawtypes", "unchecked"}) // the classes of a job are known at run time only
final class CombineSettings {

    final JobConf conf;
    final @Nullable Class<? extends org.apache.hadoop.mapred.Reducer> oldClass;
    final @Nullable Class<? extends Reducer> newClass;
    final Class<Object> keyClass;
    final Class<Object> valueClass;
    final boolean knownOrders;
    final boolean groupContext;
    final boolean checkOrder;

    /** Why nothing does the combiner's work, if there is one, in its place; empty if it may. */
    final String obstacle;

    /** Makes what does the combiner's work on serialized values, if anything is known to. */
    final @Nullable Function<CombineCounts, Accumulator> accumulator;

    CombineSettings(JobConf conf) {
        this.conf = conf;
        oldClass = conf.getCombinerClass();
        newClass =
                oldClass != null
                        ? null
                        : conf.getClass(MRJobConfig.COMBINE_CLASS_ATTR, null, Reducer.class);
        keyClass = (Class<Object>) conf.getMapOutputKeyClass();
        valueClass = (Class<Object>) conf.getMapOutputValueClass();
        knownOrders = Rewrite.KEY_ORDER.isOn(conf::get);
        groupContext = Rewrite.REDUCE_CONTEXT.isOn(conf::get);
        checkOrder = TaskKeys.COMBINER_ORDER.in(conf::get);
        obstacle = obstacle();
        accumulator = accumulator();
    }

    private String obstacle() {
        return conf.get(MRJobConfig.COMBINER_GROUP_COMPARATOR_CLASS) == null
                ? Rewrite.COMBINER_KNOWN.obstacle(conf::get)
                : MRJobConfig.COMBINER_GROUP_COMPARATOR_CLASS + " is set";
    }

    private @Nullable Function<CombineCounts, Accumulator> accumulator() {
        Class<?> combiner = oldClass != null ? oldClass : newClass;
        return combiner != null
                        && obstacle.isEmpty()
                        && Serializations.isPlain(new SerializationFactory(conf), valueClass)
                ? KnownFolds.of(combiner, keyClass, valueClass)
                : null;
    }

    boolean present() {
        return oldClass != null || newClass != null;
    }

    /** How the job's combiner is called, where the engine lets it run, for people. */
    Choice<String> choice() {
        Class<?> type = oldClass != null ? oldClass : newClass;
        String name = "combiner.calls";
        if (type == null || conf.getNumReduceTasks() == 0) {
            return new Choice<>(
                    name,
                    "none",
                    type == null ? "the job has no combiner" : "the job has no reduce tasks");
        }
        if (accumulator != null) {
            return new Choice<>(
                    name,
                    "in place",
                    type.getName()
                            + " makes one number of a key's numbers and does nothing else, so this is done where they lie");
        }
        return new Choice<>(
                name,
                "once for each run",
                obstacle.isEmpty()
                        ? "as in Hadoop: "
                                + type.getName()
                                + " may do more than make one number of a key's numbers"
                        : obstacle);
    }

    RawComparator<Object> grouping() {
        return (RawComparator<Object>) KeyOrders.combinerGrouping(conf, knownOrders);
    }

    KeyOrder order() {
        return KeyOrders.of(conf, knownOrders);
    }

    RecordSerializer<Object, Object> serializer() throws IOException {
        return new RecordSerializer<>(conf, keyClass, valueClass);
    }

    RecordDeserializer<Object, Object> deserializer() throws IOException {
        return new RecordDeserializer<>(conf, keyClass, valueClass);
    }
}
