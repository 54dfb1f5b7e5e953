package io.millrace.hadoop.task;

import io.millrace.engine.task.TaskKind;
import io.millrace.hadoop.combine.JobCombiner;
import java.util.EnumSet;
import java.util.Set;
import org.apache.hadoop.mapred.Counters;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.TaskCounter;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormatCounter;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormatCounter;

/**
 * The counters that each Hadoop task has even if they stay 0, so that a list of all counters of a
 * job contains them.
 */
final class StandardCounters {

    private static final Set<TaskCounter> OF_TASKS =
            EnumSet.of(
                    TaskCounter.SPILLED_RECORDS,
                    TaskCounter.FAILED_SHUFFLE,
                    TaskCounter.MERGED_MAP_OUTPUTS);

    private static final Set<TaskCounter> OF_MAPS =
            EnumSet.of(
                    TaskCounter.MAP_INPUT_RECORDS,
                    TaskCounter.SPLIT_RAW_BYTES,
                    TaskCounter.MAP_OUTPUT_RECORDS);

    /**
     * Counters of map tasks with sorted output; a combiner's input counter exists even without a
     * combiner.
     */
    private static final Set<TaskCounter> OF_SORTS =
            EnumSet.of(
                    TaskCounter.MAP_OUTPUT_BYTES,
                    TaskCounter.MAP_OUTPUT_MATERIALIZED_BYTES,
                    TaskCounter.COMBINE_INPUT_RECORDS);

    private static final Set<TaskCounter> OF_REDUCES =
            EnumSet.of(
                    TaskCounter.SHUFFLED_MAPS,
                    TaskCounter.REDUCE_SHUFFLE_BYTES,
                    TaskCounter.REDUCE_INPUT_GROUPS,
                    TaskCounter.REDUCE_INPUT_RECORDS,
                    TaskCounter.REDUCE_OUTPUT_RECORDS,
                    TaskCounter.COMBINE_INPUT_RECORDS,
                    TaskCounter.COMBINE_OUTPUT_RECORDS);

    private static final String SHUFFLE_ERRORS = "Shuffle Errors";

    private enum ShuffleError {
        BAD_ID,
        CONNECTION,
        IO_ERROR,
        WRONG_LENGTH,
        WRONG_MAP,
        WRONG_REDUCE
    }

    private StandardCounters() {}

    /** Creates the counters of a task of that kind. */
    static void make(Counters counters, TaskKind kind, JobConf conf) {
        OF_TASKS.forEach(counters::findCounter);
        if (kind == TaskKind.REDUCE) {
            OF_REDUCES.forEach(counters::findCounter);
            counters.findCounter(FileOutputFormatCounter.BYTES_WRITTEN);
            for (ShuffleError error : ShuffleError.values()) {
                counters.findCounter(SHUFFLE_ERRORS, error.name());
            }
            return;
        }
        OF_MAPS.forEach(counters::findCounter);
        counters.findCounter(FileInputFormatCounter.BYTES_READ);
        if (conf.getNumReduceTasks() == 0) {
            counters.findCounter(FileOutputFormatCounter.BYTES_WRITTEN);
            return;
        }
        OF_SORTS.forEach(counters::findCounter);
        if (JobCombiner.isNamedIn(conf)) {
            counters.findCounter(TaskCounter.COMBINE_OUTPUT_RECORDS);
        }
    }
}
