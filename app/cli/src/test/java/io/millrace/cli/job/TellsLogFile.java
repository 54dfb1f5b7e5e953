package io.millrace.cli.job;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.output.NullOutputFormat;

/** A mapper whose driver, and which itself, prints the property that names a log4j file. */
public final class TellsLogFile extends Mapper<LongWritable, Text, LongWritable, Text> {

    @Override
    protected void map(LongWritable offset, Text line, Context context) {
        tell("task");
    }

    private static void tell(String where) {
        System.out.println(where + ": " + System.getProperty("log4j.configuration"));
    }

    public static void main(String[] arguments) throws Exception {
        tell("driver");
        Job job = Job.getInstance(new Configuration());
        job.setJarByClass(TellsLogFile.class);
        job.setMapperClass(TellsLogFile.class);
        job.setOutputFormatClass(NullOutputFormat.class);
        FileInputFormat.addInputPath(job, new Path(arguments[0]));
        job.setNumReduceTasks(0);
        System.exit(job.waitForCompletion(true) ? 0 : 1);
    }
}
