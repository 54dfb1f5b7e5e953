package io.millrace.apps.marco;

import io.millrace.apps.job.SingleJob;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.lib.reduce.IntSumReducer;
import org.apache.hadoop.util.ToolRunner;

/**
 * Counts the ratings of all movies by their value, from 1 to 5. A movie is a line: its number, a
 * tab, and {@code rater:rating}.
 */
public final class RatingHistogram extends SingleJob {

    public RatingHistogram() {
        super("ratinghistogram");
    }

    /** (rating, 1), for each rating. */
    public static final class Ratings extends Mapper<LongWritable, Text, IntWritable, IntWritable> {

        private static final IntWritable ONE = new IntWritable(1);

        private final IntWritable rating = new IntWritable();
        private final Movie movie = new Movie();

        @Override
        protected void map(LongWritable position, Text line, Context context)
                throws IOException, InterruptedException {
            movie.parse(context, position, line);
            for (int i = 0; i < movie.size(); i++) {
                rating.set(movie.rating(i));
                context.write(rating, ONE);
            }
        }
    }

    @Override
    public Job firstJob(Configuration conf, Path input, Path output) throws IOException {
        Job job = newJob(conf, input, output);
        job.setMapperClass(Ratings.class);
        job.setCombinerClass(IntSumReducer.class);
        job.setReducerClass(IntSumReducer.class);
        job.setOutputKeyClass(IntWritable.class);
        job.setOutputValueClass(IntWritable.class);
        return job;
    }

    public static void main(String[] arguments) throws Exception {
        System.exit(ToolRunner.run(new RatingHistogram(), arguments));
    }
}
