package io.millrace.hadoop.jobs;

import java.io.IOException;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.Partitioner;
import org.apache.hadoop.mapreduce.lib.input.FileSplit;
import org.apache.hadoop.mapreduce.lib.output.MultipleOutputs;
import org.apache.hadoop.mapreduce.lib.output.TextOutputFormat;
import org.jspecify.annotations.Nullable;

/** Mappers, and a partitioner, that each do one thing that an attempt has to allow or to refuse. */
public final class AttemptProbes {

    private AttemptProbes() {}

    /** Writes what the attempt finds in its configuration. */
    public static class ConfDump extends Mapper<LongWritable, Text, Text, Text> {
        @Override
        protected void map(LongWritable key, Text value, Context context) {}

        @Override
        protected void cleanup(Context context) throws IOException, InterruptedException {
            List<String> keys =
                    List.of(
                            "mapred.task.id",
                            "mapreduce.task.id",
                            "mapreduce.task.ismap",
                            "mapred.task.partition",
                            "mapreduce.job.id",
                            "map.input.file",
                            "mapreduce.task.output.dir",
                            "job.local.dir");
            for (String key : keys) {
                context.write(
                        new Text(key + "=" + context.getConfiguration().get(key)), new Text());
            }
            context.write(
                    new Text(
                            "app attempt="
                                    + context.getConfiguration()
                                            .get(MRJobConfig.APPLICATION_ATTEMPT_ID)),
                    new Text());
            if (((FileSplit) context.getInputSplit()).getLocations().length != 0) {
                throw new IOException("the split was not made anew");
            }
        }
    }

    /** Writes a file beside the output. */
    public static class SideWriter extends Mapper<LongWritable, Text, Text, IntWritable> {
        private @Nullable MultipleOutputs<Text, IntWritable> outputs;

        @Override
        protected void setup(Context context) throws IOException, InterruptedException {
            MultipleOutputs.addNamedOutput(
                    Job.getInstance(),
                    "side",
                    TextOutputFormat.class,
                    Text.class,
                    IntWritable.class);
            MultipleOutputs<Text, IntWritable> opened = new MultipleOutputs<>(context);
            outputs = opened;
            opened.write(new Text("side"), new IntWritable(1), "side");
        }

        @Override
        protected void cleanup(Context context) throws IOException, InterruptedException {
            Objects.requireNonNull(outputs).close();
        }

        @Override
        protected void map(LongWritable key, Text value, Context context) {}
    }

    /** Fails at the seventh record. */
    public static class FailingMapper extends Mapper<LongWritable, Text, Text, IntWritable> {
        private int calls;

        @Override
        protected void map(LongWritable key, Text value, Context context)
                throws IOException, InterruptedException {
            if (++calls == 7) {
                throw new IllegalStateException("on purpose");
            }
            context.write(value, new IntWritable(1));
        }
    }

    /** Emits keys of another class than the job says. */
    public static class WrongKey extends Mapper<LongWritable, Text, LongWritable, IntWritable> {
        @Override
        protected void map(LongWritable key, Text value, Context context)
                throws IOException, InterruptedException {
            context.write(key, new IntWritable(1));
        }
    }

    /** Emits values of another class than the job says. */
    public static class WrongValue extends Mapper<LongWritable, Text, Text, LongWritable> {
        @Override
        protected void map(LongWritable key, Text value, Context context)
                throws IOException, InterruptedException {
            context.write(value, key);
        }
    }

    /** Names a partition that does not exist. */
    public static class FarAway extends Partitioner<Text, IntWritable> {
        /** How many were made. */
        public static final AtomicInteger MADE = new AtomicInteger();

        public FarAway() {
            MADE.incrementAndGet();
        }

        @Override
        public int getPartition(Text key, IntWritable value, int partitions) {
            return 7;
        }
    }
}
