package io.millrace.apps.index;

import io.millrace.apps.job.SingleJob;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
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
 * For each word the documents that contain it, in the order of their names, and how often. A
 * document is a line: its name, a tab, its words.
 */
@SuppressWarnings("SameNameButDifferent") // Context is what Hadoop calls it, in both
public final class InvertedIndex extends SingleJob {

    public InvertedIndex() {
        super("invertedindex");
    }

    /** (word, document), for each time that the word is there. */
    public static final class Words extends Mapper<LongWritable, Text, Text, Text> {

        private final Text word = new Text();
        private final Text document = new Text();

        @Override
        protected void map(LongWritable position, Text line, Context context)
                throws IOException, InterruptedException {
            StringTokenizer tokens = new StringTokenizer(line.toString());
            if (!tokens.hasMoreTokens()) {
                return;
            }
            document.set(tokens.nextToken());
            while (tokens.hasMoreTokens()) {
                word.set(tokens.nextToken());
                context.write(word, document);
            }
        }
    }

    /** (word, its postings), each of them {@code document:count}. */
    public static final class Postings extends Reducer<Text, Text, Text, Text> {

        private final Text postings = new Text();

        @Override
        protected void reduce(Text word, Iterable<Text> documents, Context context)
                throws IOException, InterruptedException {
            List<Text> sorted = new ArrayList<>();
            for (Text document : documents) {
                sorted.add(new Text(document));
            }
            sorted.sort(Comparator.naturalOrder());
            list(sorted);
            context.write(word, postings);
        }

        private void list(List<Text> sorted) {
            postings.clear();
            int from = 0;
            while (from < sorted.size()) {
                Text document = sorted.get(from);
                int to = from + 1;
                while (to < sorted.size() && sorted.get(to).equals(document)) {
                    to++;
                }
                if (from > 0) {
                    append(" ");
                }
                postings.append(document.getBytes(), 0, document.getLength());
                append(":" + (to - from));
                from = to;
            }
        }

        private void append(String ascii) {
            // The JDK has a quicker way to UTF-8 than to ASCII, and they are the same here.
            postings.append(ascii.getBytes(StandardCharsets.UTF_8), 0, ascii.length());
        }
    }

    @Override
    public Job firstJob(Configuration conf, Path input, Path output) throws IOException {
        Job job = newJob(conf, input, output);
        job.setMapperClass(Words.class);
        job.setReducerClass(Postings.class);
        job.setOutputKeyClass(Text.class);
        job.setOutputValueClass(Text.class);
        return job;
    }

    public static void main(String[] arguments) throws Exception {
        System.exit(ToolRunner.run(new InvertedIndex(), arguments));
    }
}
