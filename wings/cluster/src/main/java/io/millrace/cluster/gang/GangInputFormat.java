package io.millrace.cluster.gang;

import io.millrace.cluster.config.ClusterKeys;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapreduce.InputFormat;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;

/** The input of a gang: a split for each worker. */
public final class GangInputFormat extends InputFormat<NullWritable, NullWritable> {

    /**
     * The splits of a gang's workers, which should run where the job's input is.
     *
     * @param hosts that have some of it, in the order of preference
     */
    static InputSplit[] splits(Configuration job, List<String> hosts) {
        return IntStream.range(0, ClusterKeys.GANG_WORKERS.in(job::get))
                .mapToObj(rank ->
                        hosts.isEmpty()
                                ? new GangSplit(rank)
                                : new GangSplit(rank, hosts.get(rank % hosts.size())))
                .toArray(InputSplit[]::new);
    }

    @Override
    public List<InputSplit> getSplits(JobContext context) {
        return List.of(splits(context.getConfiguration(), List.of()));
    }

    @Override
    public RecordReader<NullWritable, NullWritable> createRecordReader(
            InputSplit split, TaskAttemptContext context) {
        return new GangReader();
    }
}
