package io.millrace.apps.marco;

import io.millrace.apps.job.ChainedJobs;
import io.millrace.apps.job.TextOutput;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableSet;
import java.util.TreeSet;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.Reducer;
import org.apache.hadoop.mapreduce.lib.output.MultipleOutputs;
import org.apache.hadoop.mapreduce.lib.output.TextOutputFormat;
import org.apache.hadoop.util.ToolRunner;

/**
 * Clusters movies by the angles between their ratings. A movie is a line: its number, a tab, and
 * {@code rater:rating}. The first movies are the initial centroids. The next centroid of a cluster
 * is the movie whose similarity to the centroid is closest to the average. Reducers get all ratings
 * of all movies, because any movie can become a centroid.
 */
@SuppressWarnings("SameNameButDifferent") // Context is what Hadoop calls it, in all three
public final class MovieKMeans extends ChainedJobs {

    private static final String CENTROIDS = "centroids";
    private static final int DEFAULT_ITERATIONS = 10;

    public MovieKMeans() {
        super("moviekmeans", DEFAULT_ITERATIONS);
    }

    /** (nearest centroid, movie with its similarity). */
    public static final class Nearest extends Mapper<LongWritable, Text, IntWritable, Member> {

        private final IntWritable cluster = new IntWritable();
        private final Member member = new Member();
        private MovieCentroids centroids;

        @Override
        protected void setup(Context context) {
            centroids = MovieCentroids.of(context.getConfiguration());
        }

        @Override
        protected void map(LongWritable position, Text line, Context context)
                throws IOException, InterruptedException {
            member.movie().parse(context, position, line);
            cluster.set(centroids.nearest(member.movie()));
            member.setMovie(centroids.similarity());
            context.write(cluster, member);
        }
    }

    /**
     * The same movies, and the sum of the similarities of those that count; the partial reducer.
     */
    public static final class Sums extends Reducer<IntWritable, Member, IntWritable, Member> {

        private final Member sum = new Member();

        @Override
        protected void reduce(IntWritable cluster, Iterable<Member> members, Context context)
                throws IOException, InterruptedException {
            long similarities = 0;
            long counted = 0;
            for (Member member : members) {
                if (member.counted() > 0) {
                    similarities += member.similarity();
                    counted += member.counted();
                }
                if (member.hasMovie()) {
                    member.count();
                    context.write(cluster, member);
                }
            }
            sum.setSum(similarities, counted);
            context.write(cluster, sum);
        }
    }

    /** (cluster, movie), for each movie by number, and the cluster's next centroid. */
    public static final class Clusters extends Reducer<IntWritable, Member, IntWritable, Text> {

        private final Text text = new Text();
        private MultipleOutputs<IntWritable, Text> outputs;

        @Override
        protected void setup(Context context) {
            outputs = new MultipleOutputs<>(context);
        }

        @Override
        protected void reduce(IntWritable cluster, Iterable<Member> members, Context context)
                throws IOException, InterruptedException {
            Cluster all = new Cluster();
            members.forEach(all::add);
            text.set(all.centroid().toString());
            outputs.write(CENTROIDS, cluster, text, CENTROIDS + "/part");
            for (Movie movie : all.movies()) {
                text.set(movie.toString());
                context.write(cluster, text);
            }
        }

        @Override
        protected void cleanup(Context context) throws IOException, InterruptedException {
            outputs.close();
        }
    }

    @Override
    protected Path start(Configuration conf, Path input, Path directory) throws IOException {
        Path file = new Path(directory, CENTROIDS + "/part-r-00000");
        try (BufferedWriter out =
                new BufferedWriter(
                        new OutputStreamWriter(
                                file.getFileSystem(conf).create(file, false),
                                StandardCharsets.UTF_8))) {
            for (String line : MovieCentroids.first(conf, input)) {
                out.write(line + "\n");
            }
        }
        return directory;
    }

    @Override
    protected Job iteration(Configuration conf, Path input, Path previous, Path next)
            throws IOException {
        Job job = newJob(conf, input, next);
        List<String> centroids = new ArrayList<>();
        new TextOutput(conf, new Path(previous, CENTROIDS)).forEachLine(centroids::add);
        MovieCentroids.pass(centroids, job.getConfiguration());
        job.setMapperClass(Nearest.class);
        job.setReducerClass(Clusters.class);
        job.setMapOutputKeyClass(IntWritable.class);
        job.setMapOutputValueClass(Member.class);
        job.setOutputKeyClass(IntWritable.class);
        job.setOutputValueClass(Text.class);
        MultipleOutputs.addNamedOutput(
                job, CENTROIDS, TextOutputFormat.class, IntWritable.class, Text.class);
        return job;
    }

    @Override
    protected boolean converged(Job finished, Path previous, Path next) throws IOException {
        Configuration conf = finished.getConfiguration();
        NavigableSet<String> changed = centroids(conf, next);
        int clusters = changed.size();
        changed.removeAll(centroids(conf, previous));
        System.out.println(
                next.getName() + ": " + changed.size() + " of " + clusters + " centroids changed");
        return changed.isEmpty();
    }

    private static NavigableSet<String> centroids(Configuration conf, Path directory)
            throws IOException {
        NavigableSet<String> lines = new TreeSet<>();
        new TextOutput(conf, new Path(directory, CENTROIDS)).forEachLine(lines::add);
        return lines;
    }

    public static void main(String[] arguments) throws Exception {
        System.exit(ToolRunner.run(new MovieKMeans(), arguments));
    }
}
