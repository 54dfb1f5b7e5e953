package io.millrace.hadoop.jobs;

import io.millrace.hadoop.testing.JobCase;
import io.millrace.hadoop.testing.Trait;
import org.apache.hadoop.examples.WordCount;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.Job;

/** Jobs whose two sides, or whose combiner, speak different APIs. */
public final class MixedApiJobs {
    private MixedApiJobs() {}

    public static JobCase oldMapperNewReducer() {
        return JobCase.of(
                "old-mapper-new-reducer",
                Corpora.zipf(3, 500, 500),
                run -> {
                    JobConf conf = run.oldJob("old mapper, new reducer");
                    conf.setMapperClass(WordCounts.OldTokenizer.class);
                    Job job = Job.getInstance(conf);
                    job.setReducerClass(WordCount.IntSumReducer.class);
                    job.setOutputKeyClass(Text.class);
                    job.setOutputValueClass(IntWritable.class);
                    job.setNumReduceTasks(2);
                    run.finish(job);
                });
    }

    public static JobCase newMapperOldReducer() {
        return JobCase.of(
                "new-mapper-old-reducer",
                Corpora.zipf(3, 500, 500),
                run -> {
                    Job job = run.newJob("new mapper, old reducer");
                    job.setMapperClass(WordCount.TokenizerMapper.class);
                    job.setOutputKeyClass(Text.class);
                    job.setOutputValueClass(IntWritable.class);
                    job.setNumReduceTasks(2);
                    job.getConfiguration()
                            .setClass(
                                    "mapred.reducer.class",
                                    WordCounts.OldSum.class,
                                    org.apache.hadoop.mapred.Reducer.class);
                    run.finish(job);
                });
    }

    /** A combiner of the old API in a job of the new one: Hadoop takes it. */
    public static JobCase oldCombinerInNewJob() {
        return JobCase.of(
                "old-combiner-in-new-job",
                Corpora.zipf(3, 1500, 500),
                run -> {
                    Job job = WordCounts.newJob(run, 2);
                    job.getConfiguration().unset("mapreduce.job.combine.class");
                    job.getConfiguration()
                            .setClass(
                                    "mapred.combiner.class",
                                    WordCounts.OldSum.class,
                                    org.apache.hadoop.mapred.Reducer.class);
                    run.finish(job);
                },
                Trait.COMBINES);
    }
}
