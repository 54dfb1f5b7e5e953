package io.millrace.hadoop.plan;

import io.millrace.engine.plan.Choice;
import io.millrace.hadoop.config.KeyOrigin;
import io.millrace.hadoop.config.TaskKeys;
import io.millrace.hadoop.config.TaskRunner;
import java.util.Map;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.MapTask;
import org.apache.hadoop.mapreduce.MRConfig;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.task.reduce.Shuffle;
import org.apache.hadoop.util.QuickSort;
import org.jspecify.annotations.Nullable;

/**
 * The runner of a job's tasks, and the reason. A job that plugs in a part of Hadoop's data path, or
 * sets a key that only this path knows, gets the whole path (contract 3.5): Hadoop's sort, spill,
 * shuffle and merge.
 *
 * @param because the key that decided, if it is not Millrace's own
 */
public record RunnerChoice(TaskRunner runner, @Nullable String because) {

    /** Keys that name a plug-in, and the Hadoop class that Millrace replaces. */
    private static final Map<String, Class<?>> PLUG_INS =
            Map.of(
                    MRJobConfig.MAP_OUTPUT_COLLECTOR_CLASS_ATTR, MapTask.MapOutputBuffer.class,
                    MRJobConfig.MAP_SORT_CLASS, QuickSort.class,
                    MRConfig.SHUFFLE_CONSUMER_PLUGIN, Shuffle.class);

    /**
     * A key that refers to Hadoop's merge and means nothing elsewhere, unlike the sizes of its
     * buffers, which people set for a whole cluster and Millrace treats as hints.
     */
    private static final String OF_HADOOPS_MERGE = MRJobConfig.REDUCE_MEMORY_TOTAL_BYTES;

    public static RunnerChoice of(JobConf conf) {
        TaskRunner configured = TaskKeys.RUNNER.in(conf::get);
        String key = conf.getNumReduceTasks() == 0 ? null : decidingKey(conf);
        return key == null
                ? new RunnerChoice(configured, null)
                : new RunnerChoice(TaskRunner.HADOOP, key);
    }

    /** The choice of runner. */
    public Choice<TaskRunner> choice(JobConf conf) {
        String reason =
                because != null
                        ? because + " is set, which only Hadoop's own classes support"
                        : TaskKeys.RUNNER.isSetIn(conf::get)
                                ? "set by " + TaskKeys.RUNNER
                                : "default";
        return new Choice<>("task.runner", runner, reason);
    }

    /**
     * The key, if any, that makes the lengths of Hadoop's files depend on processing that only
     * Hadoop does. Matters if equal keys must come in Hadoop's order, because Hadoop merges files
     * by length.
     */
    private static @Nullable String lengthsKey(JobConf conf) {
        if (conf.getCompressMapOutput()) {
            return MRJobConfig.MAP_OUTPUT_COMPRESS;
        }
        return conf.getBoolean(MRJobConfig.MR_ENCRYPTED_INTERMEDIATE_DATA, false)
                ? MRJobConfig.MR_ENCRYPTED_INTERMEDIATE_DATA
                : null;
    }

    private static @Nullable String decidingKey(JobConf conf) {
        for (Map.Entry<String, Class<?>> plugIn : PLUG_INS.entrySet()) {
            String value = conf.getTrimmed(plugIn.getKey(), "");
            if (!value.isEmpty() && !value.equals(plugIn.getValue().getName())) {
                return plugIn.getKey();
            }
        }
        if (HadoopOrder.isAskedFor(conf)) {
            return lengthsKey(conf);
        }
        return KeyOrigin.chosen(conf, OF_HADOOPS_MERGE) ? OF_HADOOPS_MERGE : null;
    }
}
