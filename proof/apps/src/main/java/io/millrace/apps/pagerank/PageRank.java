package io.millrace.apps.pagerank;

import io.millrace.apps.job.ChainedJobs;
import io.millrace.records.input.LiteralPath;
import java.io.IOException;
import java.util.StringTokenizer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.Reducer;
import org.apache.hadoop.util.ToolRunner;

/**
 * Passes rank along links. A line is a page: its name, a tab, its rank, a tab, and the pages that
 * it links to, separated by blanks; each iteration writes the input of the next. Ranks are 1 on
 * average; a page without links gives its rank to itself, so that no rank is lost.
 */
@SuppressWarnings("SameNameButDifferent") // Context is what Hadoop calls it, in all three
public final class PageRank extends ChainedJobs {

    /** The probability that a link is followed. */
    public static final String DAMPING = "pagerank.damping";

    static final double DEFAULT_DAMPING = 0.85;
    static final int DEFAULT_ITERATIONS = 10;

    public PageRank() {
        super("pagerank", DEFAULT_ITERATIONS);
    }

    /** (linked page, share of the rank), and (page, its links). */
    public static final class Shares extends Mapper<LongWritable, Text, Text, PageUpdate> {

        private final Text page = new Text();
        private final PageUpdate update = new PageUpdate();

        @Override
        protected void map(LongWritable position, Text line, Context context)
                throws IOException, InterruptedException {
            String text = line.toString();
            int nameEnd = text.indexOf('\t');
            int rankEnd = text.indexOf('\t', nameEnd + 1);
            double rank = Double.parseDouble(text.substring(nameEnd + 1, rankEnd));
            String links = text.substring(rankEnd + 1);
            StringTokenizer targets = new StringTokenizer(links);
            int count = targets.countTokens();
            page.set(text.substring(0, nameEnd));
            update.setLinks(links, count == 0 ? rank : 0);
            context.write(page, update);
            update.setRank(rank / count);
            while (targets.hasMoreTokens()) {
                page.set(targets.nextToken());
                context.write(page, update);
            }
        }
    }

    /** (page, sum of its updates); the combiner. */
    public static final class Sum extends Reducer<Text, PageUpdate, Text, PageUpdate> {

        private final PageUpdate total = new PageUpdate();

        @Override
        protected void reduce(Text page, Iterable<PageUpdate> updates, Context context)
                throws IOException, InterruptedException {
            total.clear();
            updates.forEach(total::add);
            context.write(page, total);
        }
    }

    /** (page, its new rank and its links). */
    public static final class NewRank extends Reducer<Text, PageUpdate, Text, Text> {

        private final PageUpdate total = new PageUpdate();
        private final Text rankAndLinks = new Text();
        private double damping;

        @Override
        protected void setup(Context context) {
            damping = context.getConfiguration().getDouble(DAMPING, DEFAULT_DAMPING);
        }

        @Override
        protected void reduce(Text page, Iterable<PageUpdate> updates, Context context)
                throws IOException, InterruptedException {
            total.clear();
            updates.forEach(total::add);
            double rank = 1 - damping + damping * total.rank();
            rankAndLinks.set(rank + "\t" + total.links());
            context.write(page, rankAndLinks);
        }
    }

    @Override
    protected Path start(Configuration conf, Path input, Path directory) {
        return input;
    }

    @Override
    protected Job iteration(Configuration conf, Path input, Path previous, Path next)
            throws IOException {
        Path read = previous.equals(input) ? input : LiteralPath.pattern(previous);
        Job job = newJob(conf, read, next);
        job.setMapperClass(Shares.class);
        job.setCombinerClass(Sum.class);
        job.setReducerClass(NewRank.class);
        job.setMapOutputKeyClass(Text.class);
        job.setMapOutputValueClass(PageUpdate.class);
        job.setOutputKeyClass(Text.class);
        job.setOutputValueClass(Text.class);
        return job;
    }

    @Override
    protected boolean converged(Job finished, Path previous, Path next) {
        return false;
    }

    public static void main(String[] arguments) throws Exception {
        System.exit(ToolRunner.run(new PageRank(), arguments));
    }
}
