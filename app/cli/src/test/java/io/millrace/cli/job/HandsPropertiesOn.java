package io.millrace.cli.job;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.output.NullOutputFormat;

/** Gives its job all properties of the JVM as configuration, as Pig does. */
public final class HandsPropertiesOn {

    private HandsPropertiesOn() {}

    public static void main(String[] arguments) throws Exception {
        Configuration configuration = new Configuration();
        System.getProperties()
                .stringPropertyNames()
                .forEach(name -> configuration.set(name, System.getProperty(name)));
        Job job = Job.getInstance(configuration);
        job.setJarByClass(HandsPropertiesOn.class);
        job.setOutputKeyClass(LongWritable.class);
        job.setOutputFormatClass(NullOutputFormat.class);
        FileInputFormat.addInputPath(job, new Path(arguments[0]));
        job.setNumReduceTasks(0);
        System.exit(job.waitForCompletion(true) ? 0 : 1);
    }
}
