package io.millrace.cli.job;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.hadoop.util.GenericOptionsParser;

/** Copies its input with the identity mapper and reducer; its main lets exceptions out. */
public final class CopiesLines {

    private CopiesLines() {}

    public static void main(String[] arguments) throws Exception {
        GenericOptionsParser parser = new GenericOptionsParser(new Configuration(), arguments);
        Job job = Job.getInstance(parser.getConfiguration());
        job.setJarByClass(CopiesLines.class);
        job.setOutputKeyClass(LongWritable.class);
        job.setOutputValueClass(Text.class);
        FileInputFormat.addInputPath(job, new Path(parser.getRemainingArgs()[0]));
        FileOutputFormat.setOutputPath(job, new Path(parser.getRemainingArgs()[1]));
        System.exit(job.waitForCompletion(true) ? 0 : 1);
    }
}
