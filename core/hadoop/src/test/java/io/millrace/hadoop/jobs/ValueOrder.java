package io.millrace.hadoop.jobs;

import io.millrace.hadoop.testing.JobRun;
import java.io.IOException;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.Reducer;

/** A job whose output shows in which order each key's values came. */
@SuppressWarnings(
        "SameNameButDifferent") // Context is what Hadoop calls it, in mappers and reducers
public final class ValueOrder {
    /** Number of keys. */
    public static final int KEYS = 53;

    /** Map tasks. */
    public static final int SPLITS = 6;

    /** Records of each map task. */
    public static final int RECORDS = 6000;

    private ValueOrder() {}

    /**
     * The job; its keys differ in their last bytes only, and may come in an order of the user's
     * own.
     */
    public static Job newJob(JobRun run, boolean ownOrder) throws Exception {
        Job job = run.newJob("value order");
        SyntheticInput.set(job.getConfiguration(), SPLITS, RECORDS);
        job.setInputFormatClass(SyntheticInput.class);
        job.setMapperClass(Numbered.class);
        job.setReducerClass(Show.class);
        job.setOutputKeyClass(Text.class);
        job.setOutputValueClass(Text.class);
        if (ownOrder) {
            job.setSortComparatorClass(OrderJobs.LastFirst.class);
        }
        job.setNumReduceTasks(2);
        return job;
    }

    /** Each record with its split and number. */
    public static final class Numbered extends Mapper<IntWritable, LongWritable, Text, Text> {
        private final Text key = new Text();
        private final Text value = new Text();

        @Override
        protected void map(IntWritable split, LongWritable number, Context context)
                throws IOException, InterruptedException {
            key.set("key of the order " + (split.get() * 5L + number.get() * 7) % KEYS);
            value.set(split + " " + number);
            context.write(key, value);
        }
    }

    /** Writes what comes. */
    public static final class Show extends Reducer<Text, Text, Text, Text> {
        @Override
        protected void reduce(Text key, Iterable<Text> values, Context context)
                throws IOException, InterruptedException {
            for (Text value : values) {
                context.write(key, value);
            }
        }
    }
}
