package io.millrace.collective.gang;

import io.millrace.collective.config.CollectiveKeys;
import io.millrace.collective.config.Pattern;
import io.millrace.collective.data.DynamicData;
import io.millrace.collective.data.KeyValue;
import io.millrace.collective.data.Share;
import io.millrace.collective.step.Iteration;
import io.millrace.collective.step.Merge;
import io.millrace.collective.step.Step;
import io.millrace.hadoop.config.HadoopKeys;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.WritableComparable;
import org.apache.hadoop.io.WritableComparator;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.util.ReflectionUtils;
import org.jspecify.annotations.Nullable;

/** A step, as stored in the configuration of its tasks' job. */
public final class StepConf {

    private static final String STEPS = "io.millrace.collective.steps";
    private static final String STEP = "io.millrace.collective.step.";

    /**
     * Keys that Hadoop rejects beside a new-API mapper or that would be silently ignored, and the
     * alternative.
     */
    private static final Map<String, String> OLD_API =
            Map.of(
                    "mapred.mapper.class",
                    "name it by mapOld of its Step",
                    "mapred.map.runner.class",
                    "use a Mapper: a loop reads its records itself and keeps them"
                            + " between iterations",
                    "mapred.combiner.class",
                    "name it by combineOld of its Step",
                    "mapred.reducer.class",
                    "name it by reduceOld of its Step",
                    "mapred.partitioner.class",
                    "name it by partitionOld of its Step",
                    "mapred.input.format.class",
                    "create the loop over the JobConf that names it, not over a Job");

    private final JobConf conf;
    private final Pattern pattern;

    private StepConf(JobConf conf) {
        this.conf = conf;
        this.pattern = CollectiveKeys.PATTERN.in(HadoopKeys.settings(conf));
    }

    /**
     * A step of a loop over the input that {@code base} names. Settings of {@code base} about
     * collectives override the step's.
     */
    public static StepConf of(Configuration base, Step step) {
        JobConf conf = new JobConf(base);
        step.settings()
                .forEach((key, value) -> {
                    boolean collective = key.startsWith("millrace.collective.");
                    if (!collective || base.get(key) == null) {
                        conf.set(key, value);
                    }
                });
        refuseOldApi(conf);
        StepConf read = new StepConf(conf);
        if (read.pattern == Pattern.REDUCE_SCATTER) {
            conf.setBoolean(Share.SCATTERED, true);
        }
        return read;
    }

    private static void refuseOldApi(JobConf conf) {
        OLD_API.forEach((key, instead) -> {
            if (conf.get(key) != null) {
                throw new IllegalArgumentException(
                        key + " is " + conf.get(key) + ", which a loop does not use: " + instead);
            }
        });
    }

    /**
     * Writes the differences of the steps into the configuration of the job that runs all of them.
     */
    public static void write(Configuration job, List<StepConf> steps) {
        job.setInt(STEPS, steps.size());
        for (int i = 0; i < steps.size(); i++) {
            for (Map.Entry<String, String> entry : steps.get(i).conf) {
                String key = entry.getKey();
                String value = steps.get(i).conf.getRaw(key);
                if (value != null && !value.equals(job.getRaw(key))) {
                    job.set(STEP + i + "." + key, value);
                }
            }
        }
    }

    /** Reads the output of {@link #write}. */
    public static List<StepConf> read(Configuration job) {
        List<StepConf> steps = new ArrayList<>();
        for (int i = 0; i < job.getInt(STEPS, 0); i++) {
            JobConf conf = new JobConf(job);
            job.getPropsWithPrefix(STEP + i + ".").forEach(conf::set);
            steps.add(new StepConf(conf));
        }
        return steps;
    }

    /** The configuration of the step's tasks; must not change. */
    public JobConf conf() {
        return conf;
    }

    public Pattern pattern() {
        return pattern;
    }

    /** Whether the step has reducers. */
    boolean reduces() {
        return pattern == Pattern.MERGE_BROADCAST;
    }

    /** Whether its map tasks get only their share of the data. */
    public boolean scattered() {
        return conf.getBoolean(Share.SCATTERED, false);
    }

    /** Merges a result with the step's merge. */
    public DynamicData merge(List<KeyValue> result, DynamicData current, Iteration iteration)
            throws IOException {
        DynamicData inOrder = new DynamicData(inKeyOrder(result));
        Merge merge = newMerge();
        return merge == null ? inOrder : merge.merge(inOrder, current, iteration);
    }

    private @Nullable Merge newMerge() throws IOException {
        String name = CollectiveKeys.MERGE.in(HadoopKeys.settings(conf));
        if (name.isEmpty()) {
            return null;
        }
        try {
            return ReflectionUtils.newInstance(
                    conf.getClassByName(name).asSubclass(Merge.class), conf);
        } catch (ClassNotFoundException | ClassCastException e) {
            throw new IOException(
                    CollectiveKeys.MERGE
                            + " is "
                            + name
                            + "; allowed: "
                            + CollectiveKeys.MERGE.allowed(),
                    e);
        }
    }

    /** Sorts records by key; the sort is stable. */
    public static List<KeyValue> inKeyOrder(List<KeyValue> records) {
        if (records.isEmpty() || !(records.get(0).key() instanceof WritableComparable<?> first)) {
            return records;
        }
        WritableComparator order = WritableComparator.get(first.getClass());
        List<KeyValue> sorted = new ArrayList<>(records);
        sorted.sort(
                Comparator.comparing(
                        record -> (WritableComparable<?>) record.key(), order::compare));
        return sorted;
    }
}
