package io.millrace.hadoop.jobs;

import io.millrace.hadoop.testing.Framework;
import io.millrace.hadoop.testing.JobCase;
import java.io.IOException;
import java.util.Locale;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.WritableComparator;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.hadoop.mapreduce.lib.reduce.IntSumReducer;

/**
 * A job that does something else under Millrace than under the local runner: what a comparison must
 * not miss.
 */
public final class Forger {
    private static final String FORGERY = "test.forgery";

    private Forger() {}

    /** What is different. */
    public enum Forgery {
        NONE,
        OTHER_VALUE,
        LOST_RECORD,
        OTHER_ORDER,
        MISSING_FILE,
        EXTRA_FILE,
        OTHER_COUNTER,
        FAILURE
    }

    /** The job with one difference. */
    public static JobCase job(Forgery forgery) {
        String name = "forged-" + forgery.name().toLowerCase(Locale.ROOT);
        return JobCase.of(
                name,
                Corpora.lines(1, 500, (number, random) -> "word" + number % 100),
                run -> {
                    Job job = run.newJob("forged");
                    boolean forged = !Framework.LOCAL.runs(job.getConfiguration());
                    job.getConfiguration().setEnum(FORGERY, forged ? forgery : Forgery.NONE);
                    job.setMapperClass(Tokens.class);
                    job.setReducerClass(IntSumReducer.class);
                    job.setOutputKeyClass(Text.class);
                    job.setOutputValueClass(IntWritable.class);
                    job.setNumReduceTasks(forged && forgery == Forgery.MISSING_FILE ? 1 : 2);
                    job.setMaxMapAttempts(1);
                    if (forged && forgery == Forgery.OTHER_ORDER) {
                        job.setSortComparatorClass(Backwards.class);
                    }
                    run.finish(job);
                });
    }

    /** Each word with 1, but for the difference. */
    public static final class Tokens extends Mapper<Object, Text, Text, IntWritable> {
        private boolean first = true;

        @Override
        protected void map(Object position, Text word, Context context)
                throws IOException, InterruptedException {
            Forgery forgery = context.getConfiguration().getEnum(FORGERY, Forgery.NONE);
            context.getCounter("forger", "count")
                    .increment(first && forgery == Forgery.OTHER_COUNTER ? 2 : 1);
            if (first && forgery == Forgery.FAILURE) {
                throw new IOException("forged failure");
            }
            if (first && forgery == Forgery.EXTRA_FILE) {
                Path file = new Path(FileOutputFormat.getWorkOutputPath(context), "side-m-00000");
                FileSystem fileSystem = file.getFileSystem(context.getConfiguration());
                fileSystem.create(file, false).close();
            }
            if (!first || forgery != Forgery.LOST_RECORD) {
                context.write(
                        word, new IntWritable(first && forgery == Forgery.OTHER_VALUE ? 100 : 1));
            }
            first = false;
        }
    }

    /** Text, the last first. */
    public static final class Backwards extends WritableComparator {
        public Backwards() {
            super(Text.class, true);
        }

        @Override
        public int compare(byte[] a, int aStart, int aLength, byte[] b, int bStart, int bLength) {
            return -new Text.Comparator().compare(a, aStart, aLength, b, bStart, bLength);
        }
    }
}
