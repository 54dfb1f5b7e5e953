package io.millrace.fuzz.run;

import io.millrace.hadoop.task.FetchedAttempt;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import org.apache.hadoop.mapred.MapOutputFile;
import org.apache.hadoop.mapred.RawKeyValueIterator;
import org.apache.hadoop.mapred.ShuffleConsumerPlugin;
import org.apache.hadoop.mapred.TaskAttemptID;
import org.apache.hadoop.mapreduce.task.reduce.Shuffle;

/** Hadoop's shuffle, with map outputs fetched in the order of their tasks. */
public final class OrderedFetch<K, V> implements ShuffleConsumerPlugin<K, V> {

    private final Shuffle<K, V> shuffle = new Shuffle<>();

    @Override
    public void init(Context<K, V> task) {
        Map<TaskAttemptID, MapOutputFile> files = new HashMap<>();
        task.getLocalMapFiles().forEach((id, file) -> files.put(new FetchedAttempt(id), file));
        shuffle.init(
                new Context<>(
                        task.getReduceId(),
                        task.getJobConf(),
                        task.getLocalFS(),
                        task.getUmbilical(),
                        task.getLocalDirAllocator(),
                        task.getReporter(),
                        task.getCodec(),
                        task.getCombinerClass(),
                        task.getCombineCollector(),
                        task.getSpilledRecordsCounter(),
                        task.getReduceCombineInputCounter(),
                        task.getShuffledMapsCounter(),
                        task.getReduceShuffleBytes(),
                        task.getFailedShuffleCounter(),
                        task.getMergedMapOutputsCounter(),
                        task.getStatus(),
                        task.getCopyPhase(),
                        task.getMergePhase(),
                        task.getReduceTask(),
                        task.getMapOutputFile(),
                        files));
    }

    @Override
    public RawKeyValueIterator run() throws IOException, InterruptedException {
        return shuffle.run();
    }

    @Override
    public void close() {
        shuffle.close();
    }
}
