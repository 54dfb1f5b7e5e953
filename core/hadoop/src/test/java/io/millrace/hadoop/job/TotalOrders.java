package io.millrace.hadoop.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.hadoop.client.ClientConf;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.lib.input.KeyValueTextInputFormat;
import org.apache.hadoop.mapreduce.lib.partition.InputSampler;
import org.apache.hadoop.mapreduce.lib.partition.TotalOrderPartitioner;

/**
 * A job in total order, which takes its boundaries from a cached file. Hadoop's local file system
 * looks for it in the job's working directory, in any process.
 */
public final class TotalOrders {

    private static final Path HERE = Path.of(System.getProperty("user.dir"));

    private TotalOrders() {}

    static final class Passing extends Mapper<Text, Text, Text, Text> {}

    /**
     * Runs the job, and checks its output.
     *
     * @param directory gets all files
     */
    public static void check(JobConf conf, Path directory) throws Exception {
        Job job = ClientConf.mapOnly(conf, directory, Passing.class);
        StringBuilder lines = new StringBuilder();
        for (int i = 0; i < 1000; i++) {
            lines.append((i * 7919) % 1000 + 1000).append("\tx\n");
        }
        Files.writeString(directory.resolve("in/lines"), lines);
        job.setInputFormatClass(KeyValueTextInputFormat.class);
        job.setMapOutputKeyClass(Text.class);
        job.setMapOutputValueClass(Text.class);
        job.setNumReduceTasks(3);
        org.apache.hadoop.fs.Path boundaries =
                new org.apache.hadoop.fs.Path(directory.resolve("boundaries").toUri());
        TotalOrderPartitioner.setPartitionFile(job.getConfiguration(), boundaries);
        InputSampler.writePartitionFile(job, new InputSampler.SplitSampler<Text, Text>(1000, 1));
        // The partitioner's default name is looked for in the working directory only.
        job.getConfiguration().unset(TotalOrderPartitioner.PARTITIONER_PATH);
        job.addCacheFile(URI.create(boundaries.toUri() + "#" + TotalOrderPartitioner.DEFAULT_PATH));
        job.setPartitionerClass(TotalOrderPartitioner.class);
        assertThat(job.waitForCompletion(false)).as(job.getStatus().getFailureInfo()).isTrue();
        StringBuilder all = new StringBuilder();
        for (String part : Jars.names(directory.resolve("out"))) {
            all.append(Files.readString(directory.resolve("out").resolve(part)));
        }
        assertThat(all.toString().lines()).hasSize(1000).isSorted();
        try (Stream<String> first = Files.lines(directory.resolve("out/part-r-00000"))) {
            assertThat(first.count()).isBetween(200L, 500L);
        }
        assertThat(HERE.resolve(TotalOrderPartitioner.DEFAULT_PATH)).doesNotExist();
    }
}
