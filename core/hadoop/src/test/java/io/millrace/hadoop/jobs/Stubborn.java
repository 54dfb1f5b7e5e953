package io.millrace.hadoop.jobs;

import io.millrace.hadoop.testing.JobRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;

/** A job whose mappers do not listen to interrupts, until a file says that they may go. */
public final class Stubborn {
    private static final String STARTED = "test.stubborn.started";
    private static final String RELEASE = "test.stubborn.release";
    private static final long POLL_MILLIS = 5;

    private Stubborn() {}

    /** The job: tells that it runs by making one file, and waits for another. */
    public static Job newJob(JobRun run, Path started, Path release) throws Exception {
        Job job = run.newJob("stubborn");
        SyntheticInput.set(job.getConfiguration(), 1, 1);
        job.getConfiguration().set(STARTED, started.toString());
        job.getConfiguration().set(RELEASE, release.toString());
        job.setInputFormatClass(SyntheticInput.class);
        job.setMapperClass(Deaf.class);
        job.setOutputKeyClass(Text.class);
        job.setOutputValueClass(Text.class);
        job.setNumReduceTasks(0);
        return job;
    }

    /** Waits, whatever happens, and writes afterwards. */
    public static final class Deaf extends Mapper<IntWritable, LongWritable, Text, Text> {
        @Override
        protected void map(IntWritable split, LongWritable number, Context context)
                throws IOException, InterruptedException {
            Path started = Path.of(context.getConfiguration().get(STARTED, ""));
            Path release = Path.of(context.getConfiguration().get(RELEASE, ""));
            Files.createFile(started);
            while (!Files.exists(release)) {
                try {
                    Thread.sleep(POLL_MILLIS);
                } catch (InterruptedException ignored) {
                    // That is the point of this mapper.
                }
            }
            context.write(new Text("too"), new Text("late"));
        }
    }
}
