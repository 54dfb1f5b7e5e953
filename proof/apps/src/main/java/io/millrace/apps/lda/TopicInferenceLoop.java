package io.millrace.apps.lda;

import io.millrace.apps.job.LoopTool;
import io.millrace.apps.vector.Doubles;
import io.millrace.collective.data.DynamicData;
import io.millrace.collective.data.KeyValue;
import io.millrace.collective.operation.NumberOperation;
import io.millrace.collective.step.Iteration;
import io.millrace.collective.step.Merge;
import io.millrace.collective.step.Step;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.ArrayPrimitiveWritable;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.InputFormat;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.lib.input.TextInputFormat;
import org.apache.hadoop.util.ToolRunner;

/**
 * {@link TopicInference} as one loop: all-reduce adds up the expected counts of terms, one vector
 * for each topic, and each vector is divided by its sum.
 */
@SuppressWarnings("SameNameButDifferent") // Context is what Hadoop calls it
public final class TopicInferenceLoop extends LoopTool {

    /** The key of the lower bound of the documents' log-likelihood, beside those of topics. */
    public static final int BOUND = -1;

    public TopicInferenceLoop() {
        super("lda-loop", TopicInference.DEFAULT_ITERATIONS);
    }

    /** (topic, expected count of each term), and the bound of the split's documents. */
    public static final class Expectation
            extends Mapper<LongWritable, Text, IntWritable, ArrayPrimitiveWritable> {

        private int topics;
        private int terms;
        private Document document;
        private Inference inference;
        private ExpectedCounts expected;
        private double bound;

        @Override
        protected void setup(Context context) throws IOException {
            Configuration conf = context.getConfiguration();
            DynamicData model = DynamicData.of(context);
            topics = TopicInference.topics(conf);
            terms = TopicInference.terms(conf);
            double[][] probabilities = new double[terms][topics];
            for (int topic = 0; topic < topics; topic++) {
                double[] ofTopic = Doubles.get(model, topic);
                for (int term = 0; term < terms; term++) {
                    probabilities[term][topic] = ofTopic[term];
                }
            }
            document = new Document(terms);
            expected = new ExpectedCounts(terms, topics);
            inference =
                    new Inference(
                            probabilities,
                            conf.getDouble(TopicInference.ALPHA, TopicInference.DEFAULT_ALPHA),
                            conf.getInt(
                                    TopicInference.DOCUMENT_ITERATIONS,
                                    TopicInference.DEFAULT_DOCUMENT_ITERATIONS));
        }

        @Override
        protected void map(LongWritable position, Text line, Context context) throws IOException {
            document.parse(line.toString());
            bound += inference.infer(document, expected);
        }

        @Override
        protected void cleanup(Context context) throws IOException, InterruptedException {
            context.write(new IntWritable(BOUND), new ArrayPrimitiveWritable(new double[] {bound}));
            for (int topic = 0; topic < topics; topic++) {
                double[] counts = new double[terms];
                for (int term = 0; term < terms; term++) {
                    counts[term] = expected.has(term) ? expected.ofTerm(term)[topic] : 0;
                }
                context.write(new IntWritable(topic), new ArrayPrimitiveWritable(counts));
            }
        }
    }

    /** Computes the probability of each term in each topic. */
    public static final class Maximization implements Merge {

        @Override
        public DynamicData merge(DynamicData result, DynamicData current, Iteration iteration) {
            List<KeyValue> model = new ArrayList<>();
            for (KeyValue record : result) {
                double[] counts = Doubles.of(record.value()).clone();
                if (Doubles.key(record) != BOUND) {
                    TopicModel.normalize(counts);
                }
                model.add(Doubles.record(Doubles.key(record), counts));
            }
            return new DynamicData(model);
        }
    }

    @Override
    protected Class<? extends InputFormat<?, ?>> inputFormat() {
        return TextInputFormat.class;
    }

    @Override
    protected DynamicData start(Configuration conf, Path input) {
        double[][] weights =
                TopicModel.startWeights(
                        TopicInference.topics(conf),
                        TopicInference.terms(conf),
                        conf.getLong(TopicInference.SEED, 1));
        List<KeyValue> model = new ArrayList<>();
        for (double[] topic : weights) {
            TopicModel.normalize(topic);
            model.add(Doubles.record(model.size(), topic));
        }
        return new DynamicData(model);
    }

    @Override
    protected List<Step> body() {
        return List.of(
                Step.map(Expectation.class, IntWritable.class, ArrayPrimitiveWritable.class)
                        .allReduce(NumberOperation.SUM)
                        .merge(Maximization.class));
    }

    public static void main(String[] arguments) throws Exception {
        System.exit(ToolRunner.run(new TopicInferenceLoop(), arguments));
    }
}
