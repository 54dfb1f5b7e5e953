package io.millrace.hadoop.jobs;

import io.millrace.hadoop.testing.JobCase;
import io.millrace.hadoop.testing.JobRun;
import io.millrace.hadoop.testing.Trait;
import java.io.IOException;
import java.util.Iterator;
import java.util.StringTokenizer;
import org.apache.hadoop.examples.WordCount;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.MapReduceBase;
import org.apache.hadoop.mapred.Mapper;
import org.apache.hadoop.mapred.OutputCollector;
import org.apache.hadoop.mapred.Reducer;
import org.apache.hadoop.mapred.Reporter;
import org.apache.hadoop.mapreduce.Job;

/** Counting words: Hadoop's published example, and the same for the old API. */
public final class WordCounts {
    private WordCounts() {}

    /** The published classes, with their combiner. */
    public static JobCase newApi() {
        return JobCase.of(
                "word-count",
                Corpora.zipf(5, 3000, 20_000),
                run -> run.finish(newJob(run, 3)),
                Trait.COMBINES);
    }

    /** The published classes without a combiner. */
    public static JobCase newApiWithoutCombiner() {
        return JobCase.of(
                "word-count-plain",
                Corpora.zipf(5, 4000, 20_000),
                run -> {
                    Job job = newJob(run, 3);
                    job.getConfiguration().unset("mapreduce.job.combine.class");
                    run.finish(job);
                },
                Trait.SPILLS_WHEN_TINY);
    }

    /** The old API, with a combiner. */
    public static JobCase oldApi() {
        return JobCase.of(
                "word-count-old",
                Corpora.zipf(5, 3000, 20_000),
                run -> run.finish(oldJob(run, 3)),
                Trait.COMBINES);
    }

    /** The old API without a combiner. */
    public static JobCase oldApiWithoutCombiner() {
        return JobCase.of(
                "word-count-old-plain",
                Corpora.zipf(5, 4000, 20_000),
                run -> {
                    JobConf job = oldJob(run, 3);
                    job.unset("mapred.combiner.class");
                    run.finish(job);
                },
                Trait.SPILLS_WHEN_TINY);
    }

    /** A small one, to see whether the engine is still well. */
    public static JobCase small() {
        return JobCase.of(
                "word-count-small",
                Corpora.zipf(2, 50, 100),
                run -> run.finish(newJob(run, 2)),
                Trait.COMBINES);
    }

    /** A word count over any number of files. */
    public static JobCase shaped(int maps, int reduces) {
        return JobCase.of(
                "word-count-%d-maps-%d-reduces".formatted(maps, reduces),
                Corpora.zipf(maps, 40, 300),
                run -> {
                    Job job = newJob(run, reduces);
                    run.finish(job);
                },
                Trait.COMBINES);
    }

    /** The published word count, ready to be submitted. */
    public static Job newJob(JobRun run, int reduces) throws Exception {
        Job job = run.newJob("word count");
        job.setMapperClass(WordCount.TokenizerMapper.class);
        job.setCombinerClass(WordCount.IntSumReducer.class);
        job.setReducerClass(WordCount.IntSumReducer.class);
        job.setOutputKeyClass(Text.class);
        job.setOutputValueClass(IntWritable.class);
        job.setNumReduceTasks(reduces);
        return job;
    }

    /** The same for the old API. */
    public static JobConf oldJob(JobRun run, int reduces) {
        JobConf job = run.oldJob("old word count");
        job.setMapperClass(OldTokenizer.class);
        job.setCombinerClass(OldSum.class);
        job.setReducerClass(OldSum.class);
        job.setOutputKeyClass(Text.class);
        job.setOutputValueClass(IntWritable.class);
        job.setNumReduceTasks(reduces);
        return job;
    }

    /** Emits each word with 1, always in the same two objects. */
    public static final class OldTokenizer extends MapReduceBase
            implements Mapper<LongWritable, Text, Text, IntWritable> {
        private final Text word = new Text();
        private final IntWritable one = new IntWritable(1);

        @Override
        public void map(
                LongWritable key,
                Text line,
                OutputCollector<Text, IntWritable> out,
                Reporter reporter)
                throws IOException {
            StringTokenizer words = new StringTokenizer(line.toString());
            while (words.hasMoreTokens()) {
                word.set(words.nextToken());
                out.collect(word, one);
                reporter.incrCounter("words", "seen", 1);
            }
        }
    }

    /** Adds up. */
    public static final class OldSum extends MapReduceBase
            implements Reducer<Text, IntWritable, Text, IntWritable> {
        @Override
        public void reduce(
                Text word,
                Iterator<IntWritable> counts,
                OutputCollector<Text, IntWritable> out,
                Reporter reporter)
                throws IOException {
            int sum = 0;
            while (counts.hasNext()) {
                sum += counts.next().get();
            }
            out.collect(word, new IntWritable(sum));
        }
    }
}
