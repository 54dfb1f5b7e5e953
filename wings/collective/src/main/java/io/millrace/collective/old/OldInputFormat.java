package io.millrace.collective.old;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.TextInputFormat;
import org.apache.hadoop.mapreduce.InputFormat;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.util.ReflectionUtils;

/** Adapts an input format of the old API, with the same splits. */
public final class OldInputFormat extends InputFormat<Object, Object> {

    /** The key that names the format of an old-API job; Hadoop rejects it beside a new mapper. */
    private static final String OLD_KEY = "mapred.input.format.class";

    private static final String CLASS = "io.millrace.collective.old.format";

    /** A new-API job over the input of an old-API job. */
    public static Job job(JobConf old) throws IOException {
        Job job = Job.getInstance(old);
        Configuration conf = job.getConfiguration();
        conf.setClass(
                CLASS,
                conf.getClass(
                        OLD_KEY, TextInputFormat.class, org.apache.hadoop.mapred.InputFormat.class),
                org.apache.hadoop.mapred.InputFormat.class);
        conf.unset(OLD_KEY);
        job.setInputFormatClass(OldInputFormat.class);
        return job;
    }

    @SuppressWarnings("unchecked") // a job's classes are known only at run time
    private static org.apache.hadoop.mapred.InputFormat<Object, Object> own(Configuration conf) {
        return (org.apache.hadoop.mapred.InputFormat<Object, Object>)
                ReflectionUtils.newInstance(conf.getClass(CLASS, Object.class), conf);
    }

    @Override
    public List<InputSplit> getSplits(JobContext context) throws IOException {
        JobConf conf = (JobConf) context.getConfiguration();
        List<InputSplit> splits = new ArrayList<>();
        for (org.apache.hadoop.mapred.InputSplit split :
                own(conf).getSplits(conf, conf.getNumMapTasks())) {
            splits.add(OldSplit.of(conf, split));
        }
        return splits;
    }

    @Override
    public RecordReader<Object, Object> createRecordReader(
            InputSplit split, TaskAttemptContext context) {
        return new OldReader(own(context.getConfiguration()));
    }
}
