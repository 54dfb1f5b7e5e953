package io.millrace.hadoop.jobs;

import io.millrace.hadoop.testing.JobCase;
import io.millrace.hadoop.testing.JobRun;
import io.millrace.hadoop.testing.Trait;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Arrays;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.Partitioner;
import org.apache.hadoop.mapreduce.Reducer;
import org.apache.hadoop.mapreduce.lib.input.SequenceFileInputFormat;

/**
 * Jobs of an unusual shape: nothing to read, very many tasks, one key, large records, one busy
 * partition.
 */
@SuppressWarnings(
        "SameNameButDifferent") // Context is what Hadoop calls it, in mappers and reducers
public final class ShapeJobs {
    private ShapeJobs() {}

    /**
     * An input directory without a file: no map task, but every reducer runs and writes its file.
     */
    public static JobCase zeroInput() {
        return JobCase.of(
                "zero-input",
                JobCase.Input.NONE,
                run -> run.finish(WordCounts.newJob(run, 3)),
                Trait.COMBINES);
    }

    public static JobCase zeroInputOld() {
        return JobCase.of(
                "zero-input-old",
                JobCase.Input.NONE,
                run -> run.finish(WordCounts.oldJob(run, 2)),
                Trait.COMBINES);
    }

    /** Neither map nor reduce tasks. */
    public static JobCase zeroInputMapOnly() {
        return JobCase.of(
                "zero-input-map-only",
                JobCase.Input.NONE,
                run -> run.finish(WordCounts.newJob(run, 0)),
                Trait.COMBINES);
    }

    /** An empty file, which has one map task, between files that are not. */
    public static JobCase emptyFile() {
        return JobCase.of(
                "empty-file",
                (directory, random) -> {
                    Corpora.zipf(2, 20, 50).write(directory, random);
                    Files.createFile(directory.resolve("empty.txt"));
                },
                run -> run.finish(WordCounts.newJob(run, 2)),
                Trait.COMBINES);
    }

    /** Only empty files. */
    public static JobCase onlyEmptyFiles() {
        return JobCase.of(
                "only-empty-files",
                (directory, random) -> {
                    Files.createFile(directory.resolve("empty-1.txt"));
                    Files.createFile(directory.resolve("empty-2.txt"));
                },
                run -> run.finish(WordCounts.oldJob(run, 2)),
                Trait.COMBINES);
    }

    /** A thousand map tasks of three records each. */
    public static JobCase tinyMaps() {
        return synthetic("tiny-maps", 1000, 3, 2);
    }

    /** Every record has the same key. */
    public static JobCase giantKey() {
        return JobCase.of(
                "giant-key",
                JobCase.Input.NONE,
                run -> {
                    Job job = newJob(run, "giant key", 4, 40_000, 3);
                    job.setMapperClass(SameKey.class);
                    run.finish(job);
                },
                Trait.SPILLS_WHEN_TINY);
    }

    /** Keys and values of any length from none to far beyond a slab. */
    public static JobCase largeRecords() {
        return JobCase.of(
                "large-records",
                Corpora.binary(3, 40, 60_000, 400_000),
                run -> {
                    Job job = run.newJob("large records");
                    job.setInputFormatClass(SequenceFileInputFormat.class);
                    job.setReducerClass(Digest.class);
                    job.setMapOutputKeyClass(BytesWritable.class);
                    job.setMapOutputValueClass(BytesWritable.class);
                    job.setOutputKeyClass(Text.class);
                    job.setOutputValueClass(IntWritable.class);
                    job.setNumReduceTasks(2);
                    run.finish(job);
                },
                Trait.SPILLS_WHEN_TINY);
    }

    /** A partitioner that sends all to the last of five. */
    public static JobCase allToOne() {
        return JobCase.of(
                "all-to-one",
                Corpora.zipf(4, 3000, 2000),
                run -> {
                    Job job = WordCounts.newJob(run, 5);
                    job.getConfiguration().unset("mapreduce.job.combine.class");
                    job.setPartitionerClass(ToLast.class);
                    run.finish(job);
                },
                Trait.SPILLS_WHEN_TINY);
    }

    public static JobCase allToOneOld() {
        return JobCase.of(
                "all-to-one-old",
                Corpora.zipf(4, 300, 500),
                run -> {
                    JobConf job = WordCounts.oldJob(run, 5);
                    job.unset("mapred.combiner.class");
                    job.setPartitionerClass(OldToLast.class);
                    run.finish(job);
                });
    }

    /** (split, record) spread over keys, counted and added up. */
    public static JobCase synthetic(String name, int maps, long records, int reduces) {
        return JobCase.of(
                name,
                JobCase.Input.NONE,
                run -> run.finish(newJob(run, name, maps, records, reduces)));
    }

    /** The job of {@link #synthetic}. */
    public static Job newJob(JobRun run, String name, int maps, long records, int reduces)
            throws Exception {
        Job job = run.newJob(name);
        SyntheticInput.set(job.getConfiguration(), maps, records);
        job.setInputFormatClass(SyntheticInput.class);
        job.setMapperClass(Spread.class);
        job.setReducerClass(Sums.class);
        job.setMapOutputKeyClass(Text.class);
        job.setMapOutputValueClass(LongWritable.class);
        job.setOutputKeyClass(Text.class);
        job.setOutputValueClass(Text.class);
        job.setNumReduceTasks(reduces);
        return job;
    }

    /** One of 97 keys. */
    public static final class Spread extends Mapper<IntWritable, LongWritable, Text, LongWritable> {
        @Override
        protected void map(IntWritable split, LongWritable number, Context context)
                throws IOException, InterruptedException {
            context.write(
                    new Text("key " + (split.get() * 31L + number.get() * 7) % 97),
                    new LongWritable(split.get() * 1000L + number.get()));
        }
    }

    /** One key for all. */
    public static final class SameKey
            extends Mapper<IntWritable, LongWritable, Text, LongWritable> {
        private final Text key = new Text("the giant");

        @Override
        protected void map(IntWritable split, LongWritable number, Context context)
                throws IOException, InterruptedException {
            context.write(key, number);
        }
    }

    /** Number of values, their sum and the sum of their squares. */
    public static final class Sums extends Reducer<Text, LongWritable, Text, Text> {
        @Override
        protected void reduce(Text key, Iterable<LongWritable> values, Context context)
                throws IOException, InterruptedException {
            long count = 0;
            long sum = 0;
            long squares = 0;
            for (LongWritable value : values) {
                count++;
                sum += value.get();
                squares += value.get() * value.get();
            }
            context.write(key, new Text(count + " " + sum + " " + squares));
        }
    }

    /** Length and hash of the key, and a hash of its values that does not depend on their order. */
    public static final class Digest
            extends Reducer<BytesWritable, BytesWritable, Text, IntWritable> {
        @Override
        protected void reduce(BytesWritable key, Iterable<BytesWritable> values, Context context)
                throws IOException, InterruptedException {
            int hash = 0;
            for (BytesWritable value : values) {
                hash += Arrays.hashCode(value.copyBytes());
            }
            context.write(
                    new Text(key.getLength() + " " + Arrays.hashCode(key.copyBytes())),
                    new IntWritable(hash));
        }
    }

    /** All to the last partition. */
    public static final class ToLast extends Partitioner<Text, IntWritable> {
        @Override
        public int getPartition(Text key, IntWritable value, int partitions) {
            return partitions - 1;
        }
    }

    /** The same for the old API. */
    public static final class OldToLast extends org.apache.hadoop.mapred.MapReduceBase
            implements org.apache.hadoop.mapred.Partitioner<Text, IntWritable> {
        @Override
        public int getPartition(Text key, IntWritable value, int partitions) {
            return partitions - 1;
        }
    }
}
