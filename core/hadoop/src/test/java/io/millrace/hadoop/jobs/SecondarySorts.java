package io.millrace.hadoop.jobs;

import io.millrace.hadoop.testing.JobCase;
import io.millrace.hadoop.testing.Trait;
import java.io.IOException;
import java.util.Iterator;
import org.apache.hadoop.examples.SecondarySort;
import org.apache.hadoop.examples.SecondarySort.IntPair;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.MapReduceBase;
import org.apache.hadoop.mapred.Mapper;
import org.apache.hadoop.mapred.OutputCollector;
import org.apache.hadoop.mapred.Partitioner;
import org.apache.hadoop.mapred.Reducer;
import org.apache.hadoop.mapred.Reporter;
import org.apache.hadoop.mapreduce.Job;

/**
 * Values that reach the reducer in order: Hadoop's published example, and the same for the old API.
 */
public final class SecondarySorts {
    private SecondarySorts() {}

    /** The published classes. */
    public static JobCase newApi() {
        return JobCase.of(
                "secondary-sort",
                pairs(),
                run -> {
                    Job job = run.newJob("secondary sort");
                    job.setMapperClass(SecondarySort.MapClass.class);
                    job.setReducerClass(SecondarySort.Reduce.class);
                    job.setPartitionerClass(SecondarySort.FirstPartitioner.class);
                    job.setGroupingComparatorClass(SecondarySort.FirstGroupingComparator.class);
                    job.setMapOutputKeyClass(IntPair.class);
                    job.setMapOutputValueClass(IntWritable.class);
                    job.setOutputKeyClass(Text.class);
                    job.setOutputValueClass(IntWritable.class);
                    job.setNumReduceTasks(2);
                    run.finish(job);
                },
                Trait.SPILLS_WHEN_TINY);
    }

    /** The old API; the reducer shows the key as it is after each value. */
    public static JobCase oldApi() {
        return JobCase.of(
                "secondary-sort-old",
                pairs(),
                run -> {
                    JobConf job = run.oldJob("old secondary sort");
                    job.setMapperClass(OldPairs.class);
                    job.setReducerClass(OldShow.class);
                    job.setPartitionerClass(OldFirst.class);
                    job.setOutputValueGroupingComparator(
                            SecondarySort.FirstGroupingComparator.class);
                    job.setMapOutputKeyClass(IntPair.class);
                    job.setMapOutputValueClass(IntWritable.class);
                    job.setOutputKeyClass(Text.class);
                    job.setOutputValueClass(IntWritable.class);
                    job.setNumReduceTasks(2);
                    run.finish(job);
                },
                Trait.SPILLS_WHEN_TINY);
    }

    private static JobCase.Input pairs() {
        return Corpora.lines(
                4,
                20_000,
                (number, random) ->
                        (random.nextInt(600) - 300) + " " + (random.nextInt(100_000) - 50_000));
    }

    /** Emits the pair as key and its second half as value. */
    public static final class OldPairs extends MapReduceBase
            implements Mapper<LongWritable, Text, IntPair, IntWritable> {
        private final IntPair pair = new IntPair();
        private final IntWritable second = new IntWritable();

        @Override
        public void map(
                LongWritable key,
                Text line,
                OutputCollector<IntPair, IntWritable> out,
                Reporter reporter)
                throws IOException {
            String[] halves = line.toString().split(" ", -1);
            pair.set(Integer.parseInt(halves[0]), Integer.parseInt(halves[1]));
            second.set(pair.getSecond());
            out.collect(pair, second);
        }
    }

    /** By the first half. */
    public static final class OldFirst extends MapReduceBase
            implements Partitioner<IntPair, IntWritable> {
        @Override
        public int getPartition(IntPair key, IntWritable value, int partitions) {
            return Math.abs(key.getFirst() * 127) % partitions;
        }
    }

    /** Writes each value with the key that goes with it. */
    public static final class OldShow extends MapReduceBase
            implements Reducer<IntPair, IntWritable, Text, IntWritable> {
        private final Text shown = new Text();

        @Override
        public void reduce(
                IntPair key,
                Iterator<IntWritable> values,
                OutputCollector<Text, IntWritable> out,
                Reporter reporter)
                throws IOException {
            out.collect(new Text("group"), new IntWritable(key.getFirst()));
            while (values.hasNext()) {
                IntWritable value = values.next();
                shown.set(key.getFirst() + " " + key.getSecond());
                out.collect(shown, value);
            }
        }
    }
}
