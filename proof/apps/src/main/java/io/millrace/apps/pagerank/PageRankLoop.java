package io.millrace.apps.pagerank;

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
import io.millrace.records.input.LiteralPath;
import java.io.IOException;
import java.util.Arrays;
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
 * {@link PageRank} as one loop, over the same lines, for pages that are numbers from 0. The links
 * stay in place; the ranks are one vector that all map tasks receive. In the form {@code out-links}
 * each task adds what its pages give to its own vector, and all-reduce adds up these vectors. In
 * the form {@code in-links} a job first reverses the links; then each map task computes its pages'
 * new ranks alone, and all-gather puts them together.
 */
@SuppressWarnings("SameNameButDifferent") // Context is what Hadoop calls it, in both
public final class PageRankLoop extends LoopTool {

    /** The number of pages. */
    public static final String PAGES = "pagerank.pages";

    /** The form of the loop: {@code out-links} or {@code in-links}. */
    public static final String FORM = "pagerank.form";

    /** The key of the ranks. */
    public static final int RANKS = 0;

    private static final String OUT_LINKS = "out-links";
    private static final String IN_LINKS = "in-links";

    public PageRankLoop() {
        super("pagerank-loop", PageRank.DEFAULT_ITERATIONS);
    }

    static int pages(Configuration conf) {
        int pages = conf.getInt(PAGES, 0);
        if (pages <= 0) {
            throw new IllegalArgumentException(
                    PAGES + " is " + pages + "; set it to the number of pages");
        }
        return pages;
    }

    private static double damping(Configuration conf) {
        return conf.getDouble(PageRank.DAMPING, PageRank.DEFAULT_DAMPING);
    }

    /** (ranks, what the split's pages give to all pages). */
    public static final class Give
            extends Mapper<LongWritable, Vector, IntWritable, ArrayPrimitiveWritable> {

        private double[] ranks;
        private double[] given;

        @Override
        protected void setup(Context context) throws IOException {
            ranks = Doubles.get(DynamicData.of(context), RANKS);
            given = new double[ranks.length];
        }

        @Override
        protected void map(LongWritable position, Vector line, Context context) throws IOException {
            double[] numbers = line.numbers();
            if (numbers.length < 2) {
                throw new BadLine(context, position, "does not start with a page and its rank");
            }
            int page = BadLine.index(context, position, numbers[0], ranks.length);
            int links = numbers.length - 2;
            if (links == 0) {
                given[page] += ranks[page];
            }
            for (int i = 2; i < numbers.length; i++) {
                int linked = BadLine.index(context, position, numbers[i], ranks.length);
                given[linked] += ranks[page] / links;
            }
        }

        @Override
        protected void cleanup(Context context) throws IOException, InterruptedException {
            context.write(new IntWritable(RANKS), new ArrayPrimitiveWritable(given));
        }
    }

    /** Computes new ranks from what pages received. */
    public static final class Damp implements Merge {

        @Override
        public DynamicData merge(DynamicData result, DynamicData current, Iteration iteration) {
            double damping = damping(iteration.configuration());
            double[] ranks = Doubles.get(result, RANKS).clone();
            for (int page = 0; page < ranks.length; page++) {
                ranks[page] = 1 - damping + damping * ranks[page];
            }
            return new DynamicData(List.of(Doubles.record(RANKS, ranks)));
        }
    }

    /** (map task, its pages alternating with their new ranks). */
    public static final class Take
            extends Mapper<LongWritable, Vector, IntWritable, ArrayPrimitiveWritable> {

        private double[] ranks;
        private double damping;
        private double[] taken = new double[256];
        private int size;

        @Override
        protected void setup(Context context) throws IOException {
            ranks = Doubles.get(DynamicData.of(context), RANKS);
            damping = damping(context.getConfiguration());
        }

        @Override
        protected void map(LongWritable position, Vector line, Context context) {
            double[] numbers = line.numbers();
            double sum = 0;
            for (int i = 1; i < numbers.length; i += 2) {
                sum += ranks[(int) numbers[i]] / numbers[i + 1];
            }
            if (size == taken.length) {
                taken = Arrays.copyOf(taken, 2 * size);
            }
            taken[size++] = numbers[0];
            taken[size++] = 1 - damping + damping * sum;
        }

        @Override
        protected void cleanup(Context context) throws IOException, InterruptedException {
            int task = context.getTaskAttemptID().getTaskID().getId();
            context.write(
                    new IntWritable(task), new ArrayPrimitiveWritable(Arrays.copyOf(taken, size)));
        }
    }

    /** Puts all ranks into one vector; a page without links to it has the minimum rank. */
    public static final class Assemble implements Merge {

        @Override
        public DynamicData merge(DynamicData result, DynamicData current, Iteration iteration) {
            double[] ranks = new double[Doubles.get(current, RANKS).length];
            Arrays.fill(ranks, 1 - damping(iteration.configuration()));
            for (KeyValue record : result) {
                double[] taken = Doubles.of(record.value());
                for (int i = 0; i < taken.length; i += 2) {
                    ranks[(int) taken[i]] = taken[i + 1];
                }
            }
            return new DynamicData(List.of(Doubles.record(RANKS, ranks)));
        }
    }

    private static boolean inLinks(Configuration conf) {
        String form = conf.get(FORM, OUT_LINKS);
        if (!form.equals(OUT_LINKS) && !form.equals(IN_LINKS)) {
            throw new IllegalArgumentException(
                    FORM + " is " + form + "; allowed: " + OUT_LINKS + ", " + IN_LINKS);
        }
        return form.equals(IN_LINKS);
    }

    @Override
    protected Class<? extends InputFormat<?, ?>> inputFormat() {
        return VectorInputFormat.class;
    }

    @Override
    protected Path prepare(Configuration conf, Path input)
            throws IOException, InterruptedException, ClassNotFoundException {
        return inLinks(conf) ? LiteralPath.pattern(InLinks.of(conf, input)) : input;
    }

    /** Each page has rank 1. */
    @Override
    protected DynamicData start(Configuration conf, Path input) {
        double[] ranks = new double[pages(conf)];
        Arrays.fill(ranks, 1);
        return new DynamicData(List.of(Doubles.record(RANKS, ranks)));
    }

    @Override
    protected List<Step> body() {
        return List.of(
                inLinks(getConf())
                        ? Step.map(Take.class, IntWritable.class, ArrayPrimitiveWritable.class)
                                .allGather()
                                .merge(Assemble.class)
                        : Step.map(Give.class, IntWritable.class, ArrayPrimitiveWritable.class)
                                .allReduce(NumberOperation.SUM)
                                .merge(Damp.class));
    }

    public static void main(String[] arguments) throws Exception {
        System.exit(ToolRunner.run(new PageRankLoop(), arguments));
    }
}
