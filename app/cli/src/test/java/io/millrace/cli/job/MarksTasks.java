package io.millrace.cli.job;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapred.FileInputFormat;
import org.apache.hadoop.mapred.FileOutputFormat;
import org.apache.hadoop.mapred.JobClient;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.MapReduceBase;
import org.apache.hadoop.mapred.Mapper;
import org.apache.hadoop.mapred.OutputCollector;
import org.apache.hadoop.mapred.Reporter;
import org.apache.hadoop.util.GenericOptionsParser;

/**
 * A program of the old API that copies its input and leaves a file for each thing that happens: a
 * task of it, and its going on after the job. Fails in its tasks if {@code marks.fail} is set.
 */
public final class MarksTasks extends MapReduceBase
        implements Mapper<LongWritable, Text, LongWritable, Text> {

    private static final String FOLDER = "marks.folder";
    private static final String FAIL = "marks.fail";

    public static void main(String[] arguments) throws Exception {
        GenericOptionsParser parser = new GenericOptionsParser(new Configuration(), arguments);
        String[] paths = parser.getRemainingArgs();
        JobConf conf = new JobConf(parser.getConfiguration(), MarksTasks.class);
        conf.setJobName("marks tasks");
        conf.setMapperClass(MarksTasks.class);
        conf.setOutputKeyClass(LongWritable.class);
        conf.setOutputValueClass(Text.class);
        conf.setMaxMapAttempts(1);
        conf.set(FOLDER, paths[2]);
        FileInputFormat.addInputPath(conf, new org.apache.hadoop.fs.Path(paths[0]));
        FileOutputFormat.setOutputPath(conf, new org.apache.hadoop.fs.Path(paths[1]));
        System.out.println("says something");
        JobClient.runJob(conf);
        Files.createFile(Path.of(paths[2], "after"));
    }

    @Override
    public void configure(JobConf conf) {
        try {
            Files.createFile(Path.of(conf.get(FOLDER), conf.get("mapreduce.task.id")));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        if (conf.getBoolean(FAIL, false)) {
            throw new IllegalStateException("the mapper fails, as it was told to");
        }
    }

    @Override
    public void map(
            LongWritable key,
            Text value,
            OutputCollector<LongWritable, Text> output,
            Reporter reporter)
            throws IOException {
        output.collect(key, value);
    }
}
