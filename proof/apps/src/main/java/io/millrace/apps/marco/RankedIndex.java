package io.millrace.apps.marco;

import io.millrace.apps.job.SingleJob;
import io.millrace.apps.vector.BadLine;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.Reducer;
import org.apache.hadoop.util.ToolRunner;

/**
 * Lists, for each word, the documents that contain it, those with the most occurrences first. Each
 * line is a word, a colon, a document, a tab, and the number of occurrences.
 */
@SuppressWarnings("SameNameButDifferent") // Context is what Hadoop calls it, in all three
public final class RankedIndex extends SingleJob {

    public RankedIndex() {
        super("rankedindex");
    }

    /** (word, a document with its count). */
    public static final class Postings extends Mapper<LongWritable, Text, Text, NameCounts> {

        private final Text word = new Text();
        private final Text document = new Text();
        private final NameCounts posting = new NameCounts();

        @Override
        protected void map(LongWritable position, Text line, Context context)
                throws IOException, InterruptedException {
            String text = line.toString();
            int tab = text.indexOf('\t');
            int colon = text.lastIndexOf(':', tab);
            if (colon < 0) {
                throw new BadLine(context, position, "is not WORD:DOCUMENT, a tab, and a count");
            }
            word.set(text.substring(0, colon));
            document.set(text.substring(colon + 1, tab));
            posting.clear();
            posting.add(document, Integer.parseInt(text.substring(tab + 1)));
            context.write(word, posting);
        }
    }

    /** (word, its documents with their counts); the partial reducer. */
    public static final class Lists extends Reducer<Text, NameCounts, Text, NameCounts> {

        private final NameCounts list = new NameCounts();

        @Override
        protected void reduce(Text word, Iterable<NameCounts> postings, Context context)
                throws IOException, InterruptedException {
            list.clear();
            postings.forEach(list::addAll);
            context.write(word, list);
        }
    }

    /** (word, its documents), each of them {@code document:count}, by decreasing count. */
    public static final class Ranked extends Reducer<Text, NameCounts, Text, Text> {

        private final Ranking ranking = new Ranking();
        private final Text documents = new Text();

        @Override
        protected void reduce(Text word, Iterable<NameCounts> postings, Context context)
                throws IOException, InterruptedException {
            ranking.clear();
            for (NameCounts list : postings) {
                list.forEach(ranking::add);
            }
            ranking.list(documents);
            context.write(word, documents);
        }
    }

    @Override
    public Job firstJob(Configuration conf, Path input, Path output) throws IOException {
        Job job = newJob(conf, input, output);
        job.setMapperClass(Postings.class);
        job.setReducerClass(Ranked.class);
        job.setMapOutputKeyClass(Text.class);
        job.setMapOutputValueClass(NameCounts.class);
        job.setOutputKeyClass(Text.class);
        job.setOutputValueClass(Text.class);
        return job;
    }

    public static void main(String[] arguments) throws Exception {
        System.exit(ToolRunner.run(new RankedIndex(), arguments));
    }
}
