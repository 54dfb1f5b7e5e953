package io.millrace.cli.job;

import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.output.NullOutputFormat;
import org.apache.hadoop.util.GenericOptionsParser;

/** Submits a job, and prints the settings that it was submitted with, even if nobody took it. */
public final class SubmitsJob {

    private SubmitsJob() {}

    /** Options of Hadoop's, the input, and the keys of the settings. */
    public static void main(String[] arguments) throws Exception {
        GenericOptionsParser parser = new GenericOptionsParser(new Configuration(), arguments);
        String[] rest = parser.getRemainingArgs();
        Job job = Job.getInstance(parser.getConfiguration());
        job.setJarByClass(SubmitsJob.class);
        job.setOutputFormatClass(NullOutputFormat.class);
        FileInputFormat.addInputPath(job, new Path(rest[0]));
        try {
            job.submit();
            job.monitorAndPrintJob();
        } catch (IOException e) {
            System.out.println("not taken: " + e.getMessage());
        }
        for (int i = 1; i < rest.length; i++) {
            System.out.println(rest[i] + "=" + job.getConfiguration().get(rest[i]));
        }
    }
}
