package io.millrace.hadoop.task;

import io.millrace.engine.task.OutputStatistics;
import org.apache.hadoop.mapreduce.TaskCounter;

/**
 * The shuffle's counters of a reduce attempt, as if each map task's output had been fetched from a
 * file.
 */
final class ShuffleCounts {

    private ShuffleCounts() {}

    static void add(AttemptFrame frame, OutputStatistics statistics) {
        int maps = frame.job().splits().size();
        long frames = (long) AttemptStatus.PARTITION_FRAME_BYTES * maps;
        frame.reporter()
                .getCounter(TaskCounter.REDUCE_SHUFFLE_BYTES)
                .increment(statistics.framedBytes() + frames);
        frame.reporter().getCounter(TaskCounter.SHUFFLED_MAPS).increment(maps);
        frame.reporter().getCounter(TaskCounter.MERGED_MAP_OUTPUTS).increment(maps);
    }
}
