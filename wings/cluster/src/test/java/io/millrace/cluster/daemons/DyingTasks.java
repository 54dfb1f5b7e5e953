package io.millrace.cluster.daemons;

import io.millrace.testing.ClassJar;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.StringTokenizer;
import job.SplittingMapper;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.compress.CompressionInputStream;
import org.apache.hadoop.io.compress.Decompressor;
import org.apache.hadoop.io.compress.DefaultCodec;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.Reducer;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.TaskType;

/**
 * The parts of a word count that end the JVM of a first attempt in the middle of their work, as a
 * crash does. Each says so on its standard output.
 */
final class DyingTasks {

    /** Words in the output of a task that is about to die. */
    static final String DIES = "dies in the middle of ";

    /** The first attempt of one map task in as many dies; 0 for none. */
    static final String ONE_MAP_IN = "dying.one.map.in";

    private static final int LINES = 40;
    private static final int GROUPS = 500;
    private static final int FETCHES = 3;

    private DyingTasks() {}

    /** A jar with the classes of these jobs. */
    static Path jar(Path directory) throws IOException {
        return ClassJar.make(
                directory.resolve("dying.jar"),
                DyingTasks.class,
                SplittingMapper.class,
                Words.class,
                Sum.class,
                DiesInPartialReduce.class,
                DiesInFinalMerge.class,
                DiesInFetch.class);
    }

    private static void die(TaskAttemptID attempt, String phase) {
        System.out.println(attempt + " " + DIES + phase);
        System.out.flush();
        Runtime.getRuntime().halt(1);
    }

    /** Splits lines into words. */
    static final class Words extends Mapper<Object, Text, Text, IntWritable> {

        private final Text word = new Text();
        private final IntWritable one = new IntWritable(1);
        private int lines;

        @Override
        protected void map(Object key, Text line, Context context)
                throws IOException, InterruptedException {
            TaskAttemptID attempt = context.getTaskAttemptID();
            int oneIn = context.getConfiguration().getInt(ONE_MAP_IN, 0);
            if (++lines == LINES
                    && oneIn > 0
                    && attempt.getId() == 0
                    && attempt.getTaskID().getId() % oneIn == 1) {
                die(attempt, "map");
            }
            StringTokenizer words = new StringTokenizer(line.toString());
            while (words.hasMoreTokens()) {
                word.set(words.nextToken());
                context.write(word, one);
            }
        }
    }

    /** Adds counts. */
    static class Sum extends Reducer<Text, IntWritable, Text, IntWritable> {
        @Override
        protected void reduce(Text key, Iterable<IntWritable> values, Context context)
                throws IOException, InterruptedException {
            int sum = 0;
            for (IntWritable value : values) {
                sum += value.get();
            }
            context.write(key, new IntWritable(sum));
        }
    }

    /** A partial reducer. */
    static final class DiesInPartialReduce extends Sum {
        private int groups;

        @Override
        protected void reduce(Text key, Iterable<IntWritable> values, Context context)
                throws IOException, InterruptedException {
            if (++groups == GROUPS && context.getTaskAttemptID().getId() == 0) {
                die(context.getTaskAttemptID(), "partial reduce");
            }
            super.reduce(key, values, context);
        }
    }

    /** A reducer, which reads the merged records. */
    static final class DiesInFinalMerge extends Sum {
        private int groups;

        @Override
        protected void reduce(Text key, Iterable<IntWritable> values, Context context)
                throws IOException, InterruptedException {
            if (++groups == GROUPS && context.getTaskAttemptID().getId() == 0) {
                die(context.getTaskAttemptID(), "final merge");
            }
            super.reduce(key, values, context);
        }
    }

    /** The codec of map outputs, used by several fetchers. */
    public static final class DiesInFetch extends DefaultCodec {

        private static int opened;

        @Override
        public CompressionInputStream createInputStream(InputStream in, Decompressor decompressor)
                throws IOException {
            TaskAttemptID attempt =
                    TaskAttemptID.forName(getConf().get(MRJobConfig.TASK_ATTEMPT_ID));
            if (isLast() && attempt != null && !isMap(attempt) && attempt.getId() == 0) {
                die(attempt, "fetch");
            }
            return super.createInputStream(in, decompressor);
        }

        private static synchronized boolean isLast() {
            return ++opened == FETCHES;
        }

        private static boolean isMap(TaskAttemptID attempt) {
            return attempt.getTaskType() == TaskType.MAP;
        }
    }
}
