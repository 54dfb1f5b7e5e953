package io.millrace.cli.job;

import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;

/** A job whose output is another in each run: for each line, the id of the job. */
public final class CopiesJobId extends Mapper<LongWritable, Text, Text, NullWritable> {

    public static void main(String[] arguments) throws Exception {
        Job job = Job.getInstance(new Configuration(), "copies its id");
        job.setJarByClass(CopiesJobId.class);
        job.setMapperClass(CopiesJobId.class);
        job.setNumReduceTasks(0);
        job.setOutputKeyClass(Text.class);
        job.setOutputValueClass(NullWritable.class);
        FileInputFormat.addInputPath(job, new Path(arguments[0]));
        FileOutputFormat.setOutputPath(job, new Path(arguments[1]));
        System.exit(job.waitForCompletion(true) ? 0 : 1);
    }

    @Override
    protected void map(LongWritable offset, Text line, Context context)
            throws IOException, InterruptedException {
        context.getCounter("copies", context.getJobID().getJtIdentifier()).increment(1);
        context.write(new Text(context.getJobID().toString()), NullWritable.get());
    }
}
