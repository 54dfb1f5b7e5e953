package io.millrace.hadoop.many;

import io.millrace.hadoop.jobs.SyntheticInput;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;

/** Jobs whose map tasks submit jobs of the same kind and wait for them. */
@SuppressWarnings("SameNameButDifferent") // Context is what Hadoop calls it
final class Nested {

    private static final String LEVELS = "test.nested.levels";
    private static final String OUTPUT = "test.nested.output";
    private static final int MAPS = 3;
    private static final int RECORDS = 2000;

    private Nested() {}

    /** A job with this many levels of jobs below it, one for each of its map tasks. */
    static Job newJob(Configuration conf, int levels, Path output) throws IOException {
        Job job = Job.getInstance(conf, "level " + levels);
        SyntheticInput.set(job.getConfiguration(), MAPS, RECORDS);
        job.setInputFormatClass(SyntheticInput.class);
        job.setMapperClass(Submits.class);
        job.setOutputKeyClass(LongWritable.class);
        job.setOutputValueClass(Text.class);
        job.setNumReduceTasks(2);
        job.getConfiguration().setInt(LEVELS, levels);
        job.getConfiguration().set(OUTPUT, output.toString());
        FileOutputFormat.setOutputPath(job, new Path(output, "out"));
        return job;
    }

    /** How many jobs that makes, with the first. */
    static int jobs(int levels) {
        return levels == 0 ? 1 : 1 + MAPS * jobs(levels - 1);
    }

    /** Runs a job of the next level before its records, and emits more than memory has room for. */
    public static final class Submits
            extends Mapper<IntWritable, LongWritable, LongWritable, Text> {
        private final Text value = new Text("v".repeat(100));

        @Override
        protected void setup(Context context) throws IOException, InterruptedException {
            Configuration conf = context.getConfiguration();
            int levels = conf.getInt(LEVELS, 0);
            if (levels == 0) {
                return;
            }
            Path below =
                    new Path(
                            conf.get(OUTPUT),
                            Integer.toString(context.getTaskAttemptID().getTaskID().getId()));
            try {
                Job job = newJob(conf, levels - 1, below);
                if (!job.waitForCompletion(false)) {
                    throw new IOException("nested: " + job.getStatus().getFailureInfo());
                }
            } catch (ClassNotFoundException e) {
                throw new IOException(e);
            }
        }

        @Override
        protected void map(IntWritable split, LongWritable number, Context context)
                throws IOException, InterruptedException {
            context.write(number, value);
        }
    }
}
