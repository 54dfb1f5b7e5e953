package io.millrace.apps.kmeans;

import io.millrace.apps.job.LoopTool;
import io.millrace.apps.vector.BadLine;
import io.millrace.apps.vector.Doubles;
import io.millrace.apps.vector.Vector;
import io.millrace.apps.vector.VectorInputFormat;
import io.millrace.collective.data.DynamicData;
import io.millrace.collective.data.KeyValue;
import io.millrace.collective.operation.NumberOperation;
import io.millrace.collective.step.Iteration;
import io.millrace.collective.step.Merge;
import io.millrace.collective.step.Step;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.ArrayPrimitiveWritable;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.mapreduce.InputFormat;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.util.ToolRunner;

/**
 * {@link KMeans} as one loop: map tasks add up the points nearest to each centre, all-reduce adds
 * up these sums, and their means are the next centres.
 */
@SuppressWarnings("SameNameButDifferent") // Context is what Hadoop calls it
public final class KMeansLoop extends LoopTool {

    public KMeansLoop() {
        super("kmeans-loop", KMeans.DEFAULT_ITERATIONS);
    }

    private static Centroids centroids(DynamicData centres) {
        Map<Integer, double[]> byNumber = new TreeMap<>();
        centres.forEach(each -> byNumber.put(Doubles.key(each), Doubles.of(each.value())));
        return new Centroids(byNumber);
    }

    /** (nearest centre, sum and number of its points). */
    public static final class Nearest
            extends Mapper<LongWritable, Vector, IntWritable, ArrayPrimitiveWritable> {

        private Centroids centroids;
        private double[][] sums;

        @Override
        protected void setup(Context context) throws IOException {
            centroids = centroids(DynamicData.of(context));
            sums = new double[centroids.highest() + 1][centroids.dimensions() + 1];
        }

        @Override
        protected void map(LongWritable position, Vector point, Context context)
                throws IOException {
            double[] coordinates = point.numbers();
            if (coordinates.length != centroids.dimensions()) {
                throw new BadLine(
                        context,
                        position,
                        "has %d coordinates, but the centres have %d"
                                .formatted(coordinates.length, centroids.dimensions()));
            }
            double[] sum = sums[centroids.nearest(coordinates)];
            for (int i = 0; i < coordinates.length; i++) {
                sum[i] += coordinates[i];
            }
            sum[coordinates.length]++;
        }

        @Override
        protected void cleanup(Context context) throws IOException, InterruptedException {
            for (int cluster = 0; cluster < sums.length; cluster++) {
                double[] sum = sums[cluster];
                if (sum[sum.length - 1] > 0) {
                    context.write(new IntWritable(cluster), new ArrayPrimitiveWritable(sum));
                }
            }
        }
    }

    /** Computes the means; the loop ends when no centre has moved farther than the tolerance. */
    public static final class Means implements Merge {

        @Override
        public DynamicData merge(DynamicData sums, DynamicData current, Iteration iteration) {
            List<KeyValue> means = new ArrayList<>();
            for (KeyValue record : sums) {
                double[] sum = Doubles.of(record.value());
                double[] mean = new double[sum.length - 1];
                for (int i = 0; i < mean.length; i++) {
                    mean[i] = sum[i] / sum[mean.length];
                }
                means.add(Doubles.record(Doubles.key(record), mean));
            }
            DynamicData next = new DynamicData(means);
            double movement = centroids(next).movement(centroids(current));
            if (movement <= KMeans.tolerance(iteration.configuration())) {
                iteration.end();
            }
            return next;
        }
    }

    @Override
    protected Class<? extends InputFormat<?, ?>> inputFormat() {
        return VectorInputFormat.class;
    }

    @Override
    protected DynamicData start(Configuration conf, Path input) throws IOException {
        List<KeyValue> centres = new ArrayList<>();
        for (String point : Centroids.firstPoints(conf, input)) {
            centres.add(Doubles.record(centres.size(), Centroids.parsed(point)));
        }
        return new DynamicData(centres);
    }

    @Override
    protected List<Step> body() {
        return List.of(
                Step.map(Nearest.class, IntWritable.class, ArrayPrimitiveWritable.class)
                        .allReduce(NumberOperation.SUM)
                        .merge(Means.class));
    }

    public static void main(String[] arguments) throws Exception {
        System.exit(ToolRunner.run(new KMeansLoop(), arguments));
    }
}
