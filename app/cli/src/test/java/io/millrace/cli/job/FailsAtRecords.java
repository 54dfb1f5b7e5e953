package io.millrace.cli.job;

import java.io.IOException;
import java.util.Arrays;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.TaskCompletionEvent;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;

/**
 * Runs a job whose tasks fail at the third record, and prints the diagnostics of its client. Then
 * runs a job whose first attempt fails, and throws.
 */
public final class FailsAtRecords extends Mapper<LongWritable, Text, LongWritable, Text> {

    private static final String ATTEMPTS = "fails.attempts";

    private int records;

    @Override
    protected void map(LongWritable key, Text value, Context context)
            throws IOException, InterruptedException {
        int attempt = context.getTaskAttemptID().getId();
        if (++records == 3 && attempt < context.getConfiguration().getInt(ATTEMPTS, 0)) {
            context.write(key, new Text(parsed("x" + value)));
        }
    }

    private static String parsed(String text) {
        return String.valueOf(Integer.parseInt(text));
    }

    /** Arguments: an input file and a directory for the outputs. */
    public static void main(String[] arguments) throws Exception {
        Job failing = run(arguments[0], arguments[1] + "/first", 4);
        System.out.println(failing.getStatus().getFailureInfo());
        for (TaskCompletionEvent event : failing.getTaskCompletionEvents(0, 10)) {
            System.out.println(
                    Arrays.toString(failing.getTaskDiagnostics(event.getTaskAttemptId())));
        }
        run(arguments[0], arguments[1] + "/second", 1);
        throw new IllegalStateException("the program gives up");
    }

    private static Job run(String input, String output, int attempts) throws Exception {
        Configuration conf = new Configuration();
        conf.setInt(ATTEMPTS, attempts);
        Job job = Job.getInstance(conf);
        job.setJarByClass(FailsAtRecords.class);
        job.setMapperClass(FailsAtRecords.class);
        job.setNumReduceTasks(0);
        FileInputFormat.addInputPath(job, new Path(input));
        FileOutputFormat.setOutputPath(job, new Path(output));
        job.waitForCompletion(true);
        return job;
    }
}
