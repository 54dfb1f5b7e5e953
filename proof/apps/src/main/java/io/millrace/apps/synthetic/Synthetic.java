package io.millrace.apps.synthetic;

import io.millrace.apps.job.SingleJob;
import java.io.IOException;
import java.util.SplittableRandom;
import java.util.StringTokenizer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.Reducer;
import org.apache.hadoop.mapreduce.lib.input.FileSplit;
import org.apache.hadoop.util.ToolRunner;

/**
 * Reads text and emits zero, one or many records for each token, with random keys and values; the
 * reducers count values. The random numbers depend on the seed and on the split only.
 */
@SuppressWarnings("SameNameButDifferent") // Context is what Hadoop calls it, in both
public final class Synthetic extends SingleJob {

    /** The job's counters. */
    public enum Count {
        TOKENS,
        /** The sum of all computed digits of pi, so that no compiler can skip the work. */
        SUM_OF_DIGITS
    }

    public Synthetic() {
        super("synthetic");
    }

    /** (random key, random string). */
    public static final class Tokens extends Mapper<LongWritable, Text, IntWritable, Text> {

        private static final int LETTERS = 26;

        private final IntWritable key = new IntWritable();
        private final Text value = new Text();
        private SplittableRandom random;
        private SyntheticSettings.Draw records;
        private SyntheticSettings.Draw keys;
        private PiDigits pi;
        private byte[] payload;
        private long tokens;
        private long sumOfDigits;

        @Override
        protected void setup(Context context) {
            SyntheticSettings settings = new SyntheticSettings(context.getConfiguration());
            records = settings.records();
            keys = settings.keys(Math.max(1, context.getNumReduceTasks()));
            pi = new PiDigits(settings.piDigits());
            payload = new byte[settings.payload()];
            FileSplit split = (FileSplit) context.getInputSplit();
            random =
                    new SplittableRandom(
                            new SplittableRandom(settings.seed()).nextLong()
                                    ^ new SplittableRandom(split.getStart()).nextLong()
                                    ^ split.getPath().getName().hashCode());
        }

        @Override
        protected void map(LongWritable position, Text line, Context context)
                throws IOException, InterruptedException {
            StringTokenizer words = new StringTokenizer(line.toString());
            while (words.hasMoreTokens()) {
                words.nextToken();
                tokens++;
                for (int digit : pi.compute()) {
                    sumOfDigits += digit;
                }
                for (int left = records.next(random); left > 0; left--) {
                    key.set(keys.next(random));
                    fillPayload();
                    value.set(payload, 0, payload.length);
                    context.write(key, value);
                }
            }
        }

        private void fillPayload() {
            for (int i = 0; i < payload.length; i++) {
                payload[i] = (byte) ('a' + random.nextInt(LETTERS));
            }
        }

        @Override
        protected void cleanup(Context context) {
            context.getCounter(Count.TOKENS).increment(tokens);
            context.getCounter(Count.SUM_OF_DIGITS).increment(sumOfDigits);
        }
    }

    /** (key, number of its values). */
    public static final class Values extends Reducer<IntWritable, Text, IntWritable, LongWritable> {

        private final LongWritable count = new LongWritable();

        @Override
        protected void reduce(IntWritable key, Iterable<Text> values, Context context)
                throws IOException, InterruptedException {
            long found = 0;
            for (Text ignored : values) {
                found++;
            }
            count.set(found);
            context.write(key, count);
        }
    }

    @Override
    public Job firstJob(Configuration conf, Path input, Path output) throws IOException {
        Job job = newJob(conf, input, output);
        SyntheticSettings settings = new SyntheticSettings(job.getConfiguration());
        settings.records();
        settings.keys(job.getNumReduceTasks());
        settings.payload();
        settings.piDigits();
        job.setMapperClass(Tokens.class);
        job.setReducerClass(Values.class);
        job.setMapOutputKeyClass(IntWritable.class);
        job.setMapOutputValueClass(Text.class);
        job.setOutputKeyClass(IntWritable.class);
        job.setOutputValueClass(LongWritable.class);
        return job;
    }

    public static void main(String[] arguments) throws Exception {
        System.exit(ToolRunner.run(new Synthetic(), arguments));
    }
}
