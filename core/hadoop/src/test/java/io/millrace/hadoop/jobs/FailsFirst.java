package io.millrace.hadoop.jobs;

import io.millrace.hadoop.testing.Framework;
import io.millrace.hadoop.testing.JobCase;
import io.millrace.hadoop.testing.JobRun;
import io.millrace.hadoop.testing.Trait;
import java.io.IOException;
import org.apache.hadoop.examples.WordCount;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.TaskAttemptContext;

/**
 * A word count whose first attempts fail half-way. Under the local runner, which never tries again,
 * they do not.
 */
@SuppressWarnings(
        "SameNameButDifferent") // Context is what Hadoop calls it, in mappers and reducers
public final class FailsFirst {
    private static final String MAPS = "test.fails.first.maps";
    private static final String REDUCES = "test.fails.first.reduces";
    private static final int CALLS_BEFORE = 1500;

    private FailsFirst() {}

    /** Every second map task fails at first. */
    public static JobCase map(boolean combines, Trait... traits) {
        return JobCase.of(
                "fails-first-map" + (combines ? "-combined" : ""),
                Corpora.zipf(5, 4000, 20_000),
                run -> run.finish(newJob(run, true, combines)),
                traits);
    }

    /** Every reduce task fails at first. */
    public static JobCase reduce(Trait... traits) {
        return JobCase.of(
                "fails-first-reduce",
                Corpora.zipf(5, 4000, 20_000),
                run -> run.finish(newJob(run, false, false)),
                traits);
    }

    /** A case over an input of the same kind, for a body of its own. */
    public static JobCase small(JobCase.Body body) {
        return JobCase.of("fails-first-small", Corpora.zipf(4, 2000, 1000), body);
    }

    /** The job; its map tasks or its reduce tasks fail at first. */
    public static Job newJob(JobRun run, boolean maps, boolean combines) throws Exception {
        Job job = WordCounts.newJob(run, 2);
        if (!combines) {
            job.getConfiguration().unset("mapreduce.job.combine.class");
        }
        job.setMapperClass(Tokens.class);
        job.setReducerClass(Sum.class);
        boolean fails = !Framework.LOCAL.runs(job.getConfiguration());
        job.getConfiguration().setBoolean(MAPS, fails && maps);
        job.getConfiguration().setBoolean(REDUCES, fails && !maps);
        return job;
    }

    private static void fail(TaskAttemptContext context, String key, int calls) throws IOException {
        boolean first = context.getTaskAttemptID().getId() == 0;
        if (calls == CALLS_BEFORE && first && context.getConfiguration().getBoolean(key, false)) {
            throw new IOException("planned failure of " + context.getTaskAttemptID());
        }
    }

    /** Words; half-way, and after having written many records, odd tasks fail. */
    public static final class Tokens extends WordCount.TokenizerMapper {
        private int lines;

        @Override
        public void map(Object position, Text line, Context context)
                throws IOException, InterruptedException {
            if (context.getTaskAttemptID().getTaskID().getId() % 2 == 1) {
                fail(context, MAPS, lines++);
            }
            super.map(position, line, context);
        }
    }

    /** Sums; half-way, and after having written many records, fails. */
    public static final class Sum extends WordCount.IntSumReducer {
        private int groups;

        @Override
        public void reduce(Text word, Iterable<IntWritable> counts, Context context)
                throws IOException, InterruptedException {
            fail(context, REDUCES, groups++);
            super.reduce(word, counts, context);
        }
    }
}
