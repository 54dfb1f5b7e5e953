package io.millrace.apps.scaling;

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
import java.util.SplittableRandom;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.ArrayPrimitiveWritable;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.mapreduce.InputFormat;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.util.ToolRunner;

/**
 * Multidimensional scaling by SMACOF (de Leeuw, 1977), unweighted. A line is a point: its number,
 * from 0, and its distances to all points. Each iteration has two steps, as in the Map-Collectives
 * paper. BCCalc computes the Guttman transform of the last layout, row by row (all-gather).
 * StressCalc computes the squared errors of the new layout's distances (all-reduce). Stress never
 * rises.
 */
@SuppressWarnings("SameNameButDifferent") // Context is what Hadoop calls it, in all
public final class Scaling extends LoopTool {

    /** The number of points. */
    public static final String POINTS = "mds.points";

    /** The iterations end when stress falls by no more than this fraction. */
    public static final String TOLERANCE = "mds.tolerance";

    /** The seed of the initial layout. */
    public static final String SEED = "mds.seed";

    /** The key of the stress, beside those of the points. */
    public static final int STRESS = -1;

    private static final double DEFAULT_TOLERANCE = 1e-6;
    private static final int DEFAULT_ITERATIONS = 50;
    private static final int DIMENSIONS = 2;

    public Scaling() {
        super("mds-loop", DEFAULT_ITERATIONS);
    }

    /** The common part of both steps, which receive the layout. */
    abstract static class OverRows
            extends Mapper<LongWritable, Vector, IntWritable, ArrayPrimitiveWritable> {

        double[][] layout;

        /** The point of a line. */
        int point(LongWritable position, Vector row, Context context) throws IOException {
            double[] numbers = row.numbers();
            if (numbers.length != 1 + layout.length) {
                throw new BadLine(
                        context,
                        position,
                        "has %d numbers, but a point and its distances to all %d points are %d"
                                .formatted(numbers.length, layout.length, 1 + layout.length));
            }
            return BadLine.index(context, position, numbers[0], layout.length);
        }

        @Override
        protected void setup(Context context) throws IOException {
            layout = Scaling.layout(DynamicData.of(context));
        }
    }

    private static double[][] layout(DynamicData data) {
        return data.stream()
                .filter(record -> Doubles.key(record) != STRESS)
                .map(record -> Doubles.of(record.value()))
                .toArray(double[][]::new);
    }

    private static double distance(double[] a, double[] b) {
        double sum = 0;
        for (int i = 0; i < DIMENSIONS; i++) {
            sum += (a[i] - b[i]) * (a[i] - b[i]);
        }
        return Math.sqrt(sum);
    }

    /** (point, its new position): a row of B(X) X / n. */
    public static final class Transform extends OverRows {

        @Override
        protected void map(LongWritable position, Vector row, Context context)
                throws IOException, InterruptedException {
            double[] numbers = row.numbers();
            int point = point(position, row, context);
            double[] moved = new double[DIMENSIONS];
            for (int other = 0; other < layout.length; other++) {
                double now = distance(layout[point], layout[other]);
                double ratio = now > 0 ? numbers[1 + other] / now : 0;
                for (int i = 0; i < DIMENSIONS; i++) {
                    moved[i] += ratio * (layout[point][i] - layout[other][i]);
                }
            }
            for (int i = 0; i < DIMENSIONS; i++) {
                moved[i] /= layout.length;
            }
            context.write(new IntWritable(point), new ArrayPrimitiveWritable(moved));
        }
    }

    /** (stress, squared errors of the split's rows). */
    public static final class Errors extends OverRows {

        private double errors;

        @Override
        protected void map(LongWritable position, Vector row, Context context) throws IOException {
            double[] numbers = row.numbers();
            int point = point(position, row, context);
            for (int other = 0; other < point; other++) {
                double error = distance(layout[point], layout[other]) - numbers[1 + other];
                errors += error * error;
            }
        }

        @Override
        protected void cleanup(Context context) throws IOException, InterruptedException {
            context.write(
                    new IntWritable(STRESS), new ArrayPrimitiveWritable(new double[] {errors}));
        }
    }

    /** Combines the layout with its stress; the loop ends when the stress hardly falls any more. */
    public static final class Judge implements Merge {

        @Override
        public DynamicData merge(DynamicData result, DynamicData current, Iteration iteration) {
            double stress = Doubles.get(result, STRESS)[0];
            double before = Doubles.get(current, STRESS)[0];
            double tolerance = iteration.configuration().getDouble(TOLERANCE, DEFAULT_TOLERANCE);
            if (stress >= before * (1 - tolerance)) {
                iteration.end();
            }
            List<KeyValue> next = new ArrayList<>();
            next.add(Doubles.record(STRESS, stress));
            current.stream().filter(record -> Doubles.key(record) != STRESS).forEach(next::add);
            return new DynamicData(next);
        }
    }

    /** Combines the new layout with the stress of the last one. */
    public static final class KeepStress implements Merge {

        @Override
        public DynamicData merge(DynamicData result, DynamicData current, Iteration iteration)
                throws IOException {
            if (result.size() != current.size() - 1) {
                throw new IOException(
                        "the input has lines of %d points, but %s is %d"
                                .formatted(result.size(), POINTS, current.size() - 1));
            }
            List<KeyValue> next = new ArrayList<>();
            next.add(Doubles.record(STRESS, Doubles.get(current, STRESS)));
            result.forEach(next::add);
            return new DynamicData(next);
        }
    }

    @Override
    protected Class<? extends InputFormat<?, ?>> inputFormat() {
        return VectorInputFormat.class;
    }

    @Override
    protected DynamicData start(Configuration conf, Path input) {
        int points = conf.getInt(POINTS, 0);
        if (points <= 0) {
            throw new IllegalArgumentException(
                    POINTS + " is " + points + "; set it to the number of points");
        }
        SplittableRandom random = new SplittableRandom(conf.getLong(SEED, 1));
        List<KeyValue> layout = new ArrayList<>();
        layout.add(Doubles.record(STRESS, Double.POSITIVE_INFINITY));
        for (int point = 0; point < points; point++) {
            layout.add(Doubles.record(point, random.doubles(DIMENSIONS, -1, 1).toArray()));
        }
        return new DynamicData(layout);
    }

    @Override
    protected List<Step> body() {
        return List.of(
                Step.map(Transform.class, IntWritable.class, ArrayPrimitiveWritable.class)
                        .allGather()
                        .merge(KeepStress.class),
                Step.map(Errors.class, IntWritable.class, ArrayPrimitiveWritable.class)
                        .allReduce(NumberOperation.SUM)
                        .merge(Judge.class));
    }

    public static void main(String[] arguments) throws Exception {
        System.exit(ToolRunner.run(new Scaling(), arguments));
    }
}
