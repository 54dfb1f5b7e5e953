package io.millrace.apps.words;

import io.millrace.apps.job.SingleJob;
import java.io.IOException;
import java.util.StringTokenizer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.lib.reduce.LongSumReducer;
import org.apache.hadoop.util.ToolRunner;

/** Counts each pair of words that follow each other in a line. */
public final class BigramCount extends SingleJob {

    public BigramCount() {
        super("bigrams");
    }

    /** (bigram, 1). */
    public static final class Bigrams extends Mapper<LongWritable, Text, Text, LongWritable> {

        private static final LongWritable ONE = new LongWritable(1);

        private final Text bigram = new Text();

        @Override
        protected void map(LongWritable position, Text line, Context context)
                throws IOException, InterruptedException {
            StringTokenizer words = new StringTokenizer(line.toString());
            if (!words.hasMoreTokens()) {
                return;
            }
            String first = words.nextToken();
            while (words.hasMoreTokens()) {
                String second = words.nextToken();
                bigram.set(first + " " + second);
                context.write(bigram, ONE);
                first = second;
            }
        }
    }

    @Override
    public Job firstJob(Configuration conf, Path input, Path output) throws IOException {
        Job job = newJob(conf, input, output);
        job.setMapperClass(Bigrams.class);
        job.setCombinerClass(LongSumReducer.class);
        job.setReducerClass(LongSumReducer.class);
        job.setOutputKeyClass(Text.class);
        job.setOutputValueClass(LongWritable.class);
        return job;
    }

    public static void main(String[] arguments) throws Exception {
        System.exit(ToolRunner.run(new BigramCount(), arguments));
    }
}
