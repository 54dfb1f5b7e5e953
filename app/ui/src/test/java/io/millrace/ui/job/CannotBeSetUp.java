package io.millrace.ui.job;

import java.io.IOException;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.OutputCommitter;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.lib.output.FileOutputCommitter;
import org.apache.hadoop.mapreduce.lib.output.TextOutputFormat;

/** An output whose committer fails before any task runs. */
public final class CannotBeSetUp extends TextOutputFormat<Text, IntWritable> {

    public static final String MESSAGE = "the output cannot be set up";

    @Override
    public synchronized OutputCommitter getOutputCommitter(TaskAttemptContext context)
            throws IOException {
        return new Failing(getOutputPath(context), context);
    }

    private static final class Failing extends FileOutputCommitter {

        Failing(Path output, TaskAttemptContext context) throws IOException {
            super(output, context);
        }

        @Override
        public void setupJob(JobContext context) throws IOException {
            throw new IOException(MESSAGE);
        }
    }
}
