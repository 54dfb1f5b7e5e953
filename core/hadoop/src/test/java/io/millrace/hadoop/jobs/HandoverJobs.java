package io.millrace.hadoop.jobs;

import io.millrace.hadoop.testing.JobCase;
import io.millrace.hadoop.testing.JobRun;
import io.millrace.hadoop.testing.Trait;
import java.io.IOException;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.input.SequenceFileInputFormat;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.hadoop.mapreduce.lib.output.SequenceFileOutputFormat;

/** Chains of jobs that pass SequenceFiles on. */
public final class HandoverJobs {
    private static final int WORDS = 6000;
    private static final int LINES = 12_000;

    private HandoverJobs() {}

    /** Counts words, and then sorts them once more, in several splits and other partitions. */
    public static JobCase newApi() {
        return JobCase.of(
                "handover",
                Corpora.zipf(2, LINES, WORDS),
                run -> {
                    Path between = between(run);
                    Job count = WordCounts.newJob(run, 2);
                    count.setOutputFormatClass(SequenceFileOutputFormat.class);
                    FileOutputFormat.setOutputPath(count, between);
                    run.finish(count);
                    Job sort = Job.getInstance(run.conf(), "sort again");
                    FileInputFormat.addInputPath(sort, between);
                    FileInputFormat.setMaxInputSplitSize(sort, 30_001);
                    sort.setInputFormatClass(SequenceFileInputFormat.class);
                    sort.setOutputFormatClass(SequenceFileOutputFormat.class);
                    sort.setOutputKeyClass(Text.class);
                    sort.setOutputValueClass(IntWritable.class);
                    sort.setNumReduceTasks(3);
                    FileOutputFormat.setOutputPath(sort, run.output());
                    run.finish(sort);
                },
                Trait.COMBINES);
    }

    /** The same in the old API. */
    public static JobCase oldApi() {
        return JobCase.of(
                "handover-old",
                Corpora.zipf(2, LINES, WORDS),
                run -> {
                    Path between = between(run);
                    JobConf count = WordCounts.oldJob(run, 2);
                    count.setOutputFormat(org.apache.hadoop.mapred.SequenceFileOutputFormat.class);
                    org.apache.hadoop.mapred.FileOutputFormat.setOutputPath(count, between);
                    run.finish(count);
                    JobConf sort = run.conf();
                    sort.setJobName("sort again");
                    org.apache.hadoop.mapred.FileInputFormat.addInputPath(sort, between);
                    sort.setInputFormat(org.apache.hadoop.mapred.SequenceFileInputFormat.class);
                    sort.setOutputFormat(org.apache.hadoop.mapred.SequenceFileOutputFormat.class);
                    sort.setOutputKeyClass(Text.class);
                    sort.setOutputValueClass(IntWritable.class);
                    sort.setNumReduceTasks(3);
                    org.apache.hadoop.mapred.FileOutputFormat.setOutputPath(sort, run.output());
                    run.finish(sort);
                },
                Trait.COMBINES);
    }

    /** Of the same length wherever the job runs, since the lengths of splits are counted. */
    private static Path between(JobRun run) throws IOException {
        Path between = new Path(run.input().toString()).suffix("-between");
        between.getFileSystem(run.conf()).delete(between, true);
        return between;
    }
}
