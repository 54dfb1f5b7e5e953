package io.millrace.apps.regression;

import io.millrace.apps.job.LoopTool;
import io.millrace.apps.job.TextOutput;
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
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.ArrayPrimitiveWritable;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.mapreduce.InputFormat;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.util.ToolRunner;

/**
 * Binary logistic regression by gradient descent on all of the data. A line is 1 or 0 followed by
 * numbers; the result is a weight for each number and a constant term. The minimized function is
 * the mean of the negative logarithms of the classes' probabilities, plus half the squared weights
 * times {@link #PENALTY}.
 */
@SuppressWarnings("SameNameButDifferent") // Context is what Hadoop calls it
public final class LogisticRegression extends LoopTool {

    /** The step size against the gradient. */
    public static final String RATE = "regression.rate";

    /** The penalty of large weights. */
    public static final String PENALTY = "regression.penalty";

    /** The iterations end when no component of the gradient is larger. */
    public static final String TOLERANCE = "regression.tolerance";

    /** The key of the weights. */
    public static final int WEIGHTS = 0;

    /** The key of the loss for the weights before the last iteration. */
    public static final int LOSS = 1;

    private static final double DEFAULT_RATE = 1;
    private static final double DEFAULT_PENALTY = 0.01;
    private static final double DEFAULT_TOLERANCE = 1e-8;
    private static final int DEFAULT_ITERATIONS = 100;

    public LogisticRegression() {
        super("regression-loop", DEFAULT_ITERATIONS);
    }

    /** (weights, gradient of the split, its loss, its lines). */
    public static final class Gradient
            extends Mapper<LongWritable, Vector, IntWritable, ArrayPrimitiveWritable> {

        private double[] weights;
        private double[] sums;

        @Override
        protected void setup(Context context) throws IOException {
            weights = Doubles.get(DynamicData.of(context), WEIGHTS);
            sums = new double[weights.length + 2];
        }

        @Override
        protected void map(LongWritable position, Vector line, Context context) throws IOException {
            double[] numbers = line.numbers();
            if (numbers.length != weights.length) {
                throw new BadLine(
                        context,
                        position,
                        "has %d numbers, but the first line of the input has %d"
                                .formatted(numbers.length, weights.length));
            }
            if (numbers[0] != 0 && numbers[0] != 1) {
                throw new BadLine(
                        context, position, "begins with " + numbers[0] + "; expected 0 or 1");
            }
            int last = weights.length - 1;
            double product = weights[last];
            for (int i = 0; i < last; i++) {
                product += weights[i] * numbers[1 + i];
            }
            double error = 1 / (1 + Math.exp(-product)) - numbers[0];
            for (int i = 0; i < last; i++) {
                sums[i] += error * numbers[1 + i];
            }
            sums[last] += error;
            double against = numbers[0] > 0.5 ? -product : product;
            sums[last + 1] += Math.max(0, against) + Math.log1p(Math.exp(-Math.abs(against)));
            sums[last + 2]++;
        }

        @Override
        protected void cleanup(Context context) throws IOException, InterruptedException {
            context.write(new IntWritable(WEIGHTS), new ArrayPrimitiveWritable(sums));
        }
    }

    /** Takes a step against the gradient. */
    public static final class Descend implements Merge {

        @Override
        public DynamicData merge(DynamicData result, DynamicData current, Iteration iteration) {
            Configuration conf = iteration.configuration();
            double rate = conf.getDouble(RATE, DEFAULT_RATE);
            double penalty = conf.getDouble(PENALTY, DEFAULT_PENALTY);
            double[] sums = Doubles.get(result, WEIGHTS);
            double[] weights = Doubles.get(current, WEIGHTS);
            double lines = sums[weights.length + 1];
            double loss = sums[weights.length] / lines;
            double steepest = 0;
            double[] next = new double[weights.length];
            for (int i = 0; i < weights.length; i++) {
                double gradient = sums[i] / lines + penalty * weights[i];
                next[i] = weights[i] - rate * gradient;
                steepest = Math.max(steepest, Math.abs(gradient));
                loss += penalty / 2 * weights[i] * weights[i];
            }
            if (steepest <= conf.getDouble(TOLERANCE, DEFAULT_TOLERANCE)) {
                iteration.end();
            }
            return new DynamicData(
                    List.of(Doubles.record(WEIGHTS, next), Doubles.record(LOSS, loss)));
        }
    }

    @Override
    protected Class<? extends InputFormat<?, ?>> inputFormat() {
        return VectorInputFormat.class;
    }

    /** Starts with all weights 0. */
    @Override
    protected DynamicData start(Configuration conf, Path input) throws IOException {
        String[] first = new TextOutput(conf, input).firstLines(1);
        if (first.length == 0) {
            throw new IOException(input + " has no lines");
        }
        KeyValue weights =
                Doubles.record(WEIGHTS, new double[first[0].trim().split("\\s+", -1).length]);
        return new DynamicData(List.of(weights));
    }

    @Override
    protected List<Step> body() {
        return List.of(
                Step.map(Gradient.class, IntWritable.class, ArrayPrimitiveWritable.class)
                        .allReduce(NumberOperation.SUM)
                        .merge(Descend.class));
    }

    public static void main(String[] arguments) throws Exception {
        System.exit(ToolRunner.run(new LogisticRegression(), arguments));
    }
}
