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
import org.apache.hadoop.util.ToolRunner;

/**
 * Assigns each movie to the cluster whose centroid is most similar. A movie is a line: its number,
 * a tab, and {@code rater:rating}. The first movies are the centroids.
 */
public final class Classification extends SingleJob {

    public Classification() {
        super("classification");
    }

    /** (nearest centroid, movie). */
    public static final class Nearest
            extends Mapper<LongWritable, Text, IntWritable, LongWritable> {

        private final IntWritable cluster = new IntWritable();
        private final LongWritable number = new LongWritable();
        private final Movie movie = new Movie();
        private MovieCentroids centroids;

        @Override
        protected void setup(Context context) {
            centroids = MovieCentroids.of(context.getConfiguration());
        }

        @Override
        protected void map(LongWritable position, Text line, Context context)
                throws IOException, InterruptedException {
            movie.parse(context, position, line);
            cluster.set(centroids.nearest(movie));
            number.set(movie.number());
            context.write(cluster, number);
        }
    }

    @Override
    public Job firstJob(Configuration conf, Path input, Path output) throws IOException {
        Job job = newJob(conf, input, output);
        MovieCentroids.pass(MovieCentroids.first(conf, input), job.getConfiguration());
        job.setMapperClass(Nearest.class);
        job.setOutputKeyClass(IntWritable.class);
        job.setOutputValueClass(LongWritable.class);
        return job;
    }

    public static void main(String[] arguments) throws Exception {
        System.exit(ToolRunner.run(new Classification(), arguments));
    }
}
