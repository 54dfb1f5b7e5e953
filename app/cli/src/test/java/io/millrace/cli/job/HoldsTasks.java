package io.millrace.cli.job;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.util.Scanner;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;

/**
 * Copies its input, once a file is there: arguments are input, output and that file. With a fourth,
 * its name is the first line of standard input, and the second is printed at its end.
 */
public final class HoldsTasks extends Mapper<LongWritable, Text, LongWritable, Text> {

    private static final String FILE = "test.file";

    public static void main(String[] arguments) throws Exception {
        Configuration conf = new Configuration();
        conf.set(FILE, arguments[2]);
        Scanner told = arguments.length > 3 ? new Scanner(System.in, UTF_8) : null;
        Job job = Job.getInstance(conf, told == null ? "held \u009b31mjob" : told.nextLine());
        job.setJarByClass(HoldsTasks.class);
        job.setMapperClass(HoldsTasks.class);
        job.setOutputKeyClass(LongWritable.class);
        job.setOutputValueClass(Text.class);
        FileInputFormat.addInputPath(job, new Path(arguments[0]));
        FileOutputFormat.setOutputPath(job, new Path(arguments[1]));
        boolean succeeded = job.waitForCompletion(true);
        if (told != null) {
            System.out.println("told " + told.nextLine());
        }
        System.exit(succeeded ? 0 : 1);
    }

    @Override
    protected void setup(Context context) throws IOException, InterruptedException {
        java.nio.file.Path file = java.nio.file.Path.of(context.getConfiguration().get(FILE, ""));
        System.out.println("a task begins");
        while (!Files.exists(file)) {
            TimeUnit.MILLISECONDS.sleep(10);
            context.progress();
        }
    }
}
