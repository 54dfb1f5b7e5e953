package io.millrace.apps.marco;

import io.millrace.apps.job.SingleJob;
import java.io.IOException;
import java.util.Map;
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
 * Lists the most frequent words of each host. A page is a line: its host, a tab, its words. Words
 * that are rare on a host are left out.
 */
@SuppressWarnings("SameNameButDifferent") // Context is what Hadoop calls it, in all four
public final class TermVector extends SingleJob {

    /** The number of occurrences below which a word is rare. */
    public static final String MINIMUM = "termvector.minimum";

    private static final int DEFAULT_MINIMUM = 10;

    public TermVector() {
        super("termvector");
    }

    /** (host, a word with count 1), for each occurrence of the word. */
    public static final class Words extends Mapper<LongWritable, Text, Text, NameCounts> {

        private final Text host = new Text();
        private final Text word = new Text();
        private final NameCounts vector = new NameCounts();

        @Override
        protected void map(LongWritable position, Text line, Context context)
                throws IOException, InterruptedException {
            StringTokenizer tokens = new StringTokenizer(line.toString());
            if (!tokens.hasMoreTokens()) {
                return;
            }
            host.set(tokens.nextToken());
            while (tokens.hasMoreTokens()) {
                word.set(tokens.nextToken());
                vector.clear();
                vector.add(word, 1);
                context.write(host, vector);
            }
        }
    }

    /** (host, a word with its count), for each word; the combiner. */
    public static final class Sums extends Reducer<Text, NameCounts, Text, NameCounts> {

        private final NameSums sums = new NameSums();
        private final NameCounts vector = new NameCounts();

        @Override
        protected void reduce(Text host, Iterable<NameCounts> vectors, Context context)
                throws IOException, InterruptedException {
            sums.set(vectors);
            for (Map.Entry<String, Integer> word : sums) {
                vector.clear();
                vector.add(word.getKey(), word.getValue());
                context.write(host, vector);
            }
        }
    }

    /** (host, its words with their counts); the partial reducer. */
    public static final class Lists extends Reducer<Text, NameCounts, Text, NameCounts> {

        private final NameSums sums = new NameSums();
        private final NameCounts list = new NameCounts();

        @Override
        protected void reduce(Text host, Iterable<NameCounts> vectors, Context context)
                throws IOException, InterruptedException {
            sums.set(vectors);
            list.clear();
            sums.forEach(word -> list.add(word.getKey(), word.getValue()));
            context.write(host, list);
        }
    }

    /** (host, its frequent words), each of them {@code word:count}, by decreasing count. */
    public static final class Frequent extends Reducer<Text, NameCounts, Text, Text> {

        private final NameSums sums = new NameSums();
        private final Ranking ranking = new Ranking();
        private final Text words = new Text();
        private int minimum;

        @Override
        protected void setup(Context context) {
            minimum = context.getConfiguration().getInt(MINIMUM, DEFAULT_MINIMUM);
        }

        @Override
        protected void reduce(Text host, Iterable<NameCounts> vectors, Context context)
                throws IOException, InterruptedException {
            sums.set(vectors);
            ranking.clear();
            for (Map.Entry<String, Integer> word : sums) {
                if (word.getValue() >= minimum) {
                    ranking.add(word.getKey(), word.getValue());
                }
            }
            if (!ranking.isEmpty()) {
                ranking.list(words);
                context.write(host, words);
            }
        }
    }

    @Override
    public Job firstJob(Configuration conf, Path input, Path output) throws IOException {
        Job job = newJob(conf, input, output);
        job.setMapperClass(Words.class);
        job.setCombinerClass(Sums.class);
        job.setReducerClass(Frequent.class);
        job.setMapOutputKeyClass(Text.class);
        job.setMapOutputValueClass(NameCounts.class);
        job.setOutputKeyClass(Text.class);
        job.setOutputValueClass(Text.class);
        return job;
    }

    public static void main(String[] arguments) throws Exception {
        System.exit(ToolRunner.run(new TermVector(), arguments));
    }
}
