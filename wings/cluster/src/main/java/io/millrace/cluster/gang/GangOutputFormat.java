package io.millrace.cluster.gang;

import java.io.IOException;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.OutputCommitter;
import org.apache.hadoop.mapreduce.OutputFormat;
import org.apache.hadoop.mapreduce.RecordWriter;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.lib.output.NullOutputFormat;

/**
 * The output of a gang: its workers write the job's, and the application master commits that with
 * the job's own committer.
 */
public final class GangOutputFormat extends OutputFormat<NullWritable, NullWritable> {

    @Override
    public RecordWriter<NullWritable, NullWritable> getRecordWriter(TaskAttemptContext context) {
        return new NullOutputFormat<NullWritable, NullWritable>().getRecordWriter(context);
    }

    /** Nothing: the job's own format was checked when the job was submitted. */
    @Override
    public void checkOutputSpecs(JobContext context) {}

    @Override
    public OutputCommitter getOutputCommitter(TaskAttemptContext context) throws IOException {
        return GangCommitter.of(
                new JobConf(context.getConfiguration()),
                org.apache.hadoop.mapred.JobID.downgrade(context.getJobID()));
    }
}
