package io.millrace.apps.marco;

import io.millrace.apps.job.SingleJob;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.DoubleWritable;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.lib.reduce.IntSumReducer;
import org.apache.hadoop.util.ToolRunner;

/**
 * Counts movies by their average rating, in eight bins of 0.5 from 1 to 5. A movie is a line: its
 * number, a tab, and {@code rater:rating}.
 */
public final class MovieHistogram extends SingleJob {

    public MovieHistogram() {
        super("moviehistogram");
    }

    /** (lower limit of the movie's bin, 1). */
    public static final class Bins extends Mapper<LongWritable, Text, DoubleWritable, IntWritable> {

        private static final IntWritable ONE = new IntWritable(1);
        private static final int LAST_BIN = 7;

        private final DoubleWritable bin = new DoubleWritable();
        private final Movie movie = new Movie();

        @Override
        protected void map(LongWritable position, Text line, Context context)
                throws IOException, InterruptedException {
            movie.parse(context, position, line);
            if (movie.size() > 0) {
                int number = 2 * movie.sum() / movie.size() - 2;
                bin.set(1 + Math.min(number, LAST_BIN) / 2.0);
                context.write(bin, ONE);
            }
        }
    }

    @Override
    public Job firstJob(Configuration conf, Path input, Path output) throws IOException {
        Job job = newJob(conf, input, output);
        job.setMapperClass(Bins.class);
        job.setCombinerClass(IntSumReducer.class);
        job.setReducerClass(IntSumReducer.class);
        job.setOutputKeyClass(DoubleWritable.class);
        job.setOutputValueClass(IntWritable.class);
        return job;
    }

    public static void main(String[] arguments) throws Exception {
        System.exit(ToolRunner.run(new MovieHistogram(), arguments));
    }
}
