package io.millrace.apps.job;

import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.conf.Configured;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.hadoop.util.Tool;

/** A program whose jobs read one path and write below another. */
public abstract class JobTool extends Configured implements Tool {

    /** The exit code for invalid arguments. */
    protected static final int WRONG_USE = 2;

    private final String name;

    /** A program with this name on the command line. */
    protected JobTool(String name) {
        this.name = name;
    }

    /** Its job, or its first job, ready to be submitted. */
    public abstract Job firstJob(Configuration conf, Path input, Path output) throws IOException;

    /** A job of this program, to which the caller adds the classes. */
    protected final Job newJob(Configuration conf, Path input, Path output) throws IOException {
        Job job = Job.getInstance(conf, name);
        job.setJarByClass(getClass());
        FileInputFormat.addInputPath(job, input);
        FileOutputFormat.setOutputPath(job, output);
        return job;
    }

    /** Prints the usage of the program to standard error. */
    protected final int usage(String arguments) {
        System.err.println("usage: " + name + " [-D key=value]... " + arguments);
        return WRONG_USE;
    }
}
