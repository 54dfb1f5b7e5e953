package io.millrace.junit;

import java.io.IOException;
import java.util.concurrent.CountDownLatch;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;

/** Jobs as a user's tests would run them. */
final class Jobs {

    private Jobs() {}

    /** Copies a line from {@code folder/in} to {@code folder/out}. */
    static Job copying(Configuration configuration, Path folder) throws IOException {
        Path input = new Path(folder, "in");
        FileSystem files = FileSystem.get(folder.toUri(), configuration);
        try (var out = files.create(input)) {
            out.writeBytes("a line\n");
        }
        Job job = Job.getInstance(configuration, "copying");
        job.setOutputKeyClass(LongWritable.class);
        job.setOutputValueClass(Text.class);
        FileInputFormat.addInputPath(job, input);
        FileOutputFormat.setOutputPath(job, new Path(folder, "out"));
        return job;
    }

    /** Waits until it is killed. */
    public static final class Waits extends Mapper<LongWritable, Text, LongWritable, Text> {

        static final CountDownLatch BEGUN = new CountDownLatch(1);

        @Override
        protected void map(LongWritable key, Text value, Context context)
                throws InterruptedException {
            BEGUN.countDown();
            new CountDownLatch(1).await();
        }
    }
}
