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

/** A job whose output is another under each framework: whether the job's id is a local one. */
public final class CopiesFramework extends Mapper<LongWritable, Text, Text, NullWritable> {

    public static void main(String[] arguments) throws Exception {
        Job job = Job.getInstance(new Configuration(), "copies its framework");
        job.setJarByClass(CopiesFramework.class);
        job.setMapperClass(CopiesFramework.class);
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
        boolean local = context.getJobID().toString().startsWith("job_local");
        context.write(new Text(local ? "local" : "another"), NullWritable.get());
    }
}
