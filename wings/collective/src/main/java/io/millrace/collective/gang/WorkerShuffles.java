package io.millrace.collective.gang;

import io.millrace.collective.shuffle.ShuffleMemory;
import io.millrace.collective.shuffle.StepShuffle;
import io.millrace.engine.memory.MemoryBudget;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.MRConfig;

/**
 * The shuffle resources of a worker's steps with reducers: memory and a spill directory. Used by
 * the worker's thread.
 */
final class WorkerShuffles implements AutoCloseable {

    private final LoopSplit gang;
    private final ShuffleMemory memory;

    /** Empty between iterations; private to its owner. */
    private final Path directory;

    private WorkerShuffles(LoopSplit gang, ShuffleMemory memory, Path directory) {
        this.gang = gang;
        this.memory = memory;
        this.directory = directory;
    }

    /** The resources of a worker that starts. */
    static WorkerShuffles open(Configuration conf, MemoryBudget process, LoopSplit gang)
            throws IOException, InterruptedException {
        Path local =
                Path.of(
                        new org.apache.hadoop.fs.Path(conf.getTrimmedStrings(MRConfig.LOCAL_DIR)[0])
                                .toUri()
                                .getPath());
        Path directory = Files.createTempDirectory(Files.createDirectories(local), "shuffle-");
        return new WorkerShuffles(gang, ShuffleMemory.of(process, gang.workers()), directory);
    }

    /** The shuffle of a step. */
    StepShuffle of(JobConf step) {
        return new StepShuffle(
                step,
                ReduceRounds.partitions(step),
                gang.endMap() - gang.firstMap(),
                memory.budget(),
                directory);
    }

    @Override
    public void close() throws IOException {
        memory.close();
        Files.deleteIfExists(directory);
    }
}
