package io.millrace.apps.lda;

import io.millrace.apps.job.ChainedJobs;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.DoubleWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.Partitioner;
import org.apache.hadoop.mapreduce.Reducer;
import org.apache.hadoop.util.ToolRunner;

/**
 * Latent Dirichlet allocation by variational inference. Each iteration is one step of expectation
 * (map) and maximization (reduce), as in Mr. LDA; the prior of a document's topics does not change.
 * A document is a line: its name, a tab, and {@code term:count} for each of its terms.
 */
@SuppressWarnings("SameNameButDifferent") // Context is what Hadoop calls it, in both
public final class TopicInference extends ChainedJobs {

    /** The number of topics. */
    public static final String TOPICS = "lda.topics";

    /** Terms are numbers below this. */
    public static final String TERMS = "lda.terms";

    /** The prior: the smaller, the fewer topics a document is about. */
    public static final String ALPHA = "lda.alpha";

    /** The maximum number of iterations for each document within one iteration of the whole. */
    public static final String DOCUMENT_ITERATIONS = "lda.document.iterations";

    /** The seed of the initial topics. */
    public static final String SEED = "lda.seed";

    private static final String MODEL = "lda.model";
    private static final int DEFAULT_TOPICS = 20;
    private static final int DEFAULT_TERMS = 10_000;
    static final double DEFAULT_ALPHA = 0.1;
    static final int DEFAULT_DOCUMENT_ITERATIONS = 20;
    static final int DEFAULT_ITERATIONS = 10;

    /** The job's counters. */
    public enum Count {
        DOCUMENTS,
        WORDS,
        /** Minus the lower bound of the logarithm of the documents' probability. */
        THOUSANDTHS_OF_SURPRISE
    }

    public TopicInference() {
        super("lda", DEFAULT_ITERATIONS);
    }

    static int topics(Configuration conf) {
        return conf.getInt(TOPICS, DEFAULT_TOPICS);
    }

    static int terms(Configuration conf) {
        return conf.getInt(TERMS, DEFAULT_TERMS);
    }

    /** (topic and term, expected count), added up over the split. */
    public static final class Expectation
            extends Mapper<LongWritable, Text, TopicTerm, DoubleWritable> {

        private Document document;
        private Inference inference;
        private ExpectedCounts expected;

        @Override
        protected void setup(Context context) throws IOException {
            Configuration conf = context.getConfiguration();
            int topics = topics(conf);
            int terms = terms(conf);
            document = new Document(terms);
            expected = new ExpectedCounts(terms, topics);
            inference =
                    new Inference(
                            TopicModel.read(conf, new Path(conf.get(MODEL)), topics, terms),
                            conf.getDouble(ALPHA, DEFAULT_ALPHA),
                            conf.getInt(DOCUMENT_ITERATIONS, DEFAULT_DOCUMENT_ITERATIONS));
        }

        @Override
        protected void map(LongWritable position, Text line, Context context) throws IOException {
            document.parse(line.toString());
            double bound = inference.infer(document, expected);
            context.getCounter(Count.DOCUMENTS).increment(1);
            context.getCounter(Count.WORDS).increment(document.words());
            context.getCounter(Count.THOUSANDTHS_OF_SURPRISE).increment(Math.round(-bound * 1000));
        }

        @Override
        protected void cleanup(Context context) throws IOException, InterruptedException {
            Configuration conf = context.getConfiguration();
            TopicTerm key = new TopicTerm();
            DoubleWritable count = new DoubleWritable();
            for (int topic = 0; topic < topics(conf); topic++) {
                double whole = 0;
                for (int term = 0; term < terms(conf); term++) {
                    if (expected.has(term)) {
                        key.set(topic, term);
                        count.set(expected.ofTerm(term)[topic]);
                        context.write(key, count);
                        whole += count.get();
                    }
                }
                key.setWhole(topic);
                count.set(whole);
                context.write(key, count);
            }
        }
    }

    /** Sends each topic to one reducer. */
    public static final class ByTopic extends Partitioner<TopicTerm, DoubleWritable> {

        @Override
        public int getPartition(TopicTerm key, DoubleWritable count, int partitions) {
            return key.topic() % partitions;
        }
    }

    /**
     * (topic and term, logarithm of its probability): the counts divided by the topic's total,
     * which comes first.
     */
    public static final class Maximization
            extends Reducer<TopicTerm, DoubleWritable, TopicTerm, DoubleWritable> {

        private final DoubleWritable logarithm = new DoubleWritable();
        private double whole;

        @Override
        protected void reduce(TopicTerm key, Iterable<DoubleWritable> counts, Context context)
                throws IOException, InterruptedException {
            double sum = 0;
            for (DoubleWritable count : counts) {
                sum += count.get();
            }
            if (key.isWhole()) {
                whole = sum;
            } else {
                logarithm.set(Math.log(sum / whole));
                context.write(key, logarithm);
            }
        }
    }

    @Override
    protected Path start(Configuration conf, Path input, Path directory) throws IOException {
        TopicModel.start(conf, directory, topics(conf), terms(conf), conf.getLong(SEED, 1));
        return directory;
    }

    @Override
    protected Job iteration(Configuration conf, Path input, Path previous, Path next)
            throws IOException {
        Job job = newJob(conf, input, next);
        job.getConfiguration().set(MODEL, previous.toString());
        job.setMapperClass(Expectation.class);
        job.setPartitionerClass(ByTopic.class);
        job.setReducerClass(Maximization.class);
        job.setOutputKeyClass(TopicTerm.class);
        job.setOutputValueClass(DoubleWritable.class);
        return job;
    }

    @Override
    protected boolean converged(Job finished, Path previous, Path next) throws IOException {
        double surprise =
                finished.getCounters().findCounter(Count.THOUSANDTHS_OF_SURPRISE).getValue()
                        / 1000.0;
        long words = finished.getCounters().findCounter(Count.WORDS).getValue();
        System.out.println(
                next.getName()
                        + ": log-likelihood of the documents at least "
                        + -surprise
                        + ", perplexity "
                        + Math.exp(surprise / words));
        return false;
    }

    public static void main(String[] arguments) throws Exception {
        System.exit(ToolRunner.run(new TopicInference(), arguments));
    }
}
