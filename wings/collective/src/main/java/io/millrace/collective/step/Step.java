package io.millrace.collective.step;

import io.millrace.collective.config.CollectiveKeys;
import io.millrace.collective.config.Pattern;
import io.millrace.collective.data.Share;
import io.millrace.collective.old.OldMapper;
import io.millrace.collective.old.OldPartitioner;
import io.millrace.collective.old.OldReducer;
import io.millrace.collective.operation.Operation;
import io.millrace.collective.operation.OperationReducer;
import io.millrace.collective.operation.Operations;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.Partitioner;
import org.apache.hadoop.mapreduce.Reducer;

/**
 * One step of a loop's body: a mapper over the whole input, the processing of its output, and the
 * merge of the result. For instance
 *
 * <pre>{@code
 * Step.map(Nearest.class, IntWritable.class, PointSum.class)
 *         .allReduce(AddPoints.class)
 *         .merge(NewCentres.class)
 * }</pre>
 */
public final class Step {

    private final Map<String, String> settings = new LinkedHashMap<>();

    private Step() {}

    /** A step with this mapper, of the new API, and the classes that it writes. */
    public static Step map(
            Class<? extends Mapper<?, ?, ?, ?>> mapper,
            Class<? extends Writable> key,
            Class<? extends Writable> value) {
        return new Step()
                .set(MRJobConfig.MAP_CLASS_ATTR, mapper)
                .set(MRJobConfig.MAP_OUTPUT_KEY_CLASS, key)
                .set(MRJobConfig.MAP_OUTPUT_VALUE_CLASS, value)
                .set(MRJobConfig.OUTPUT_KEY_CLASS, key)
                .set(MRJobConfig.OUTPUT_VALUE_CLASS, Writable.class);
    }

    /** The same with a mapper of the old API, which gets its data in {@code configure}. */
    public static Step mapOld(
            Class<? extends org.apache.hadoop.mapred.Mapper<?, ?, ?, ?>> mapper,
            Class<? extends Writable> key,
            Class<? extends Writable> value) {
        return map(OldMapper.class, key, value).set(OldMapper.CLASS, mapper);
    }

    /** Combines the values of each key, and sends the results to all map tasks. */
    public Step allReduce(Class<? extends Operation<?, ?>> operation) {
        return pattern(Pattern.ALL_REDUCE).operation(operation.getName());
    }

    /** The same with an operation on numbers. */
    public Step allReduce(Enum<? extends Operation<?, ?>> operation) {
        return pattern(Pattern.ALL_REDUCE).operation(word(operation));
    }

    /** Combines the values of each key, and sends the result to the map task that owns the key. */
    public Step reduceScatter(Class<? extends Operation<?, ?>> operation) {
        return scatter().operation(operation.getName());
    }

    /** The same with an operation on numbers. */
    public Step reduceScatter(Enum<? extends Operation<?, ?>> operation) {
        return scatter().operation(word(operation));
    }

    /** Sends the output of each map task, one value per key, to all map tasks. */
    public Step allGather() {
        return pattern(Pattern.ALL_GATHER).operation(Operations.ONLY);
    }

    /** Sends the output to a reducer, and the reducer's output to all map tasks. */
    public Step reduce(
            Class<? extends Reducer<?, ?, ?, ?>> reducer,
            Class<? extends Writable> key,
            Class<? extends Writable> value) {
        return pattern(Pattern.MERGE_BROADCAST)
                .set(MRJobConfig.REDUCE_CLASS_ATTR, reducer)
                .set(MRJobConfig.OUTPUT_KEY_CLASS, key)
                .set(MRJobConfig.OUTPUT_VALUE_CLASS, value);
    }

    /** The same with a reducer of the old API. */
    public Step reduceOld(
            Class<? extends org.apache.hadoop.mapred.Reducer<?, ?, ?, ?>> reducer,
            Class<? extends Writable> key,
            Class<? extends Writable> value) {
        return reduce(OldReducer.class, key, value).set(OldReducer.CLASS, reducer);
    }

    /** Sets a combiner, which may run any number of times. */
    public Step combine(Class<? extends Reducer<?, ?, ?, ?>> combiner) {
        return set(MRJobConfig.COMBINE_CLASS_ATTR, combiner);
    }

    /** The same with a combiner of the old API. */
    public Step combineOld(Class<? extends org.apache.hadoop.mapred.Reducer<?, ?, ?, ?>> combiner) {
        return combine(OldReducer.Combining.class).set(OldReducer.Combining.CLASS, combiner);
    }

    /**
     * Sets the partitioner, which chooses the reducer of a key, or its map task after {@code
     * reduceScatter}.
     */
    public Step partition(Class<? extends Partitioner<?, ?>> partitioner) {
        return set(MRJobConfig.PARTITIONER_CLASS_ATTR, partitioner);
    }

    /** The same with a partitioner of the old API. */
    public Step partitionOld(
            Class<? extends org.apache.hadoop.mapred.Partitioner<?, ?>> partitioner) {
        return partition(OldPartitioner.class).set(OldPartitioner.CLASS, partitioner);
    }

    /**
     * Sets the merge that computes the next step's data from the result; without one, the result is
     * the data.
     */
    public Step merge(Class<? extends Merge> merge) {
        return set(CollectiveKeys.MERGE.name(), merge);
    }

    /** Sets a key in the configuration of this step's tasks only. */
    public Step set(String key, String value) {
        settings.put(key, value);
        return this;
    }

    private Step set(String key, Class<?> type) {
        return set(key, type.getName());
    }

    private Step scatter() {
        return pattern(Pattern.REDUCE_SCATTER).set(Share.SCATTERED, "true");
    }

    private Step pattern(Pattern pattern) {
        return set(CollectiveKeys.PATTERN.name(), word(pattern).replace('_', '-'));
    }

    private Step operation(String name) {
        return set(CollectiveKeys.OPERATION.name(), name)
                .set(MRJobConfig.REDUCE_CLASS_ATTR, OperationReducer.class);
    }

    private static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }

    /** The settings of this step for its tasks. */
    public Map<String, String> settings() {
        return Collections.unmodifiableMap(settings);
    }
}
