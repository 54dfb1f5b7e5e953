package io.millrace.cli.job;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.Reducer;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.hadoop.util.ReflectionUtils;
import org.apache.hadoop.util.Tool;
import org.apache.hadoop.util.ToolRunner;
import org.apache.hadoop.util.VersionInfo;

/**
 * Runs some of Hadoop's examples, of different kinds, in one client; then tells which Hadoop that
 * was.
 */
public final class RunsExamples {

    private static final String EXAMPLES = "org.apache.hadoop.examples.";

    private RunsExamples() {}

    /** Arguments: an input file, a directory for the outputs, a file for the cache. */
    public static void main(String[] arguments) throws Exception {
        String input = arguments[0];
        String out = arguments[1] + "/";
        wordCount(input, out + "words");
        run("terasort.TeraGen", "1000", out + "rows");
        run("terasort.TeraSort", "-D", "mapreduce.job.reduces=3", out + "rows", out + "sorted");
        run("terasort.TeraValidate", out + "sorted", out + "validated");
        run("Grep", "-files", arguments[2] + "#cached", input, out + "found", "b|o");
        System.out.println("Hadoop " + VersionInfo.getVersion());
    }

    private static void wordCount(String input, String output) throws Exception {
        Job job = Job.getInstance(new Configuration());
        job.setMapperClass(part("WordCount$TokenizerMapper").asSubclass(Mapper.class));
        job.setCombinerClass(part("WordCount$IntSumReducer").asSubclass(Reducer.class));
        job.setReducerClass(part("WordCount$IntSumReducer").asSubclass(Reducer.class));
        job.setOutputKeyClass(Text.class);
        job.setOutputValueClass(IntWritable.class);
        FileInputFormat.addInputPath(job, new Path(input));
        FileOutputFormat.setOutputPath(job, new Path(output));
        if (!job.waitForCompletion(true) || !job.getJobID().toString().matches("job_\\d+_0001")) {
            throw new IllegalStateException("word count: " + job.getStatus());
        }
    }

    private static void run(String example, String... arguments) throws Exception {
        Configuration conf = new Configuration();
        Tool tool = (Tool) ReflectionUtils.newInstance(part(example), conf);
        int exit = ToolRunner.run(conf, tool, arguments);
        if (exit != 0) {
            throw new IllegalStateException(example + " ended with " + exit);
        }
    }

    private static Class<?> part(String name) throws ClassNotFoundException {
        return Class.forName(EXAMPLES + name);
    }
}
