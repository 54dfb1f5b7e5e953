package io.millrace.apps.kmeans;

import io.millrace.apps.job.ChainedJobs;
import java.io.IOException;
import java.util.StringTokenizer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.Reducer;
import org.apache.hadoop.util.ToolRunner;

/**
 * Clusters points, one in each line with its coordinates separated by blanks. The first points are
 * the initial centres. A cluster without points is dropped.
 */
@SuppressWarnings("SameNameButDifferent") // Context is what Hadoop calls it, in all three
public final class KMeans extends ChainedJobs {

    /** The number of clusters. */
    public static final String CLUSTERS = "kmeans.clusters";

    /** The iterations end when no centre moves farther than this. */
    public static final String TOLERANCE = "kmeans.tolerance";

    private static final String CENTROIDS = "kmeans.centroids";
    static final int DEFAULT_CLUSTERS = 10;
    private static final double DEFAULT_TOLERANCE = 0.001;
    static final int DEFAULT_ITERATIONS = 20;

    public KMeans() {
        super("kmeans", DEFAULT_ITERATIONS);
    }

    /** (nearest centre, point). */
    public static final class Nearest extends Mapper<LongWritable, Text, IntWritable, PointSum> {

        private final IntWritable cluster = new IntWritable();
        private final PointSum sum = new PointSum();
        private Centroids centroids;
        private double[] point;

        @Override
        protected void setup(Context context) throws IOException {
            Configuration conf = context.getConfiguration();
            centroids = Centroids.read(conf, new Path(conf.get(CENTROIDS)));
            point = new double[centroids.dimensions()];
        }

        @Override
        protected void map(LongWritable position, Text line, Context context)
                throws IOException, InterruptedException {
            Centroids.parse(new StringTokenizer(line.toString()), point);
            cluster.set(centroids.nearest(point));
            sum.set(point);
            context.write(cluster, sum);
        }
    }

    /** (centre, sum of its points); the combiner. */
    public static final class Sum extends Reducer<IntWritable, PointSum, IntWritable, PointSum> {

        private final PointSum total = new PointSum();

        @Override
        protected void reduce(IntWritable cluster, Iterable<PointSum> sums, Context context)
                throws IOException, InterruptedException {
            total.clear();
            sums.forEach(total::add);
            context.write(cluster, total);
        }
    }

    /** (centre, mean of its points). */
    public static final class Mean extends Reducer<IntWritable, PointSum, IntWritable, Text> {

        private final PointSum total = new PointSum();
        private final Text mean = new Text();

        @Override
        protected void reduce(IntWritable cluster, Iterable<PointSum> sums, Context context)
                throws IOException, InterruptedException {
            total.clear();
            sums.forEach(total::add);
            mean.set(total.mean());
            context.write(cluster, mean);
        }
    }

    static double tolerance(Configuration conf) {
        return conf.getDouble(TOLERANCE, DEFAULT_TOLERANCE);
    }

    @Override
    protected Path start(Configuration conf, Path input, Path directory) throws IOException {
        Centroids.start(conf, input, directory);
        return directory;
    }

    @Override
    protected Job iteration(Configuration conf, Path input, Path previous, Path next)
            throws IOException {
        Job job = newJob(conf, input, next);
        job.getConfiguration().set(CENTROIDS, previous.toString());
        job.setMapperClass(Nearest.class);
        job.setCombinerClass(Sum.class);
        job.setReducerClass(Mean.class);
        job.setMapOutputKeyClass(IntWritable.class);
        job.setMapOutputValueClass(PointSum.class);
        job.setOutputKeyClass(IntWritable.class);
        job.setOutputValueClass(Text.class);
        return job;
    }

    @Override
    protected boolean converged(Job finished, Path previous, Path next) throws IOException {
        Configuration conf = finished.getConfiguration();
        double movement = Centroids.read(conf, next).movement(Centroids.read(conf, previous));
        System.out.println(next.getName() + ": centres moved by at most " + movement);
        return movement <= tolerance(conf);
    }

    public static void main(String[] arguments) throws Exception {
        System.exit(ToolRunner.run(new KMeans(), arguments));
    }
}
