package io.millrace.apps.index;

import io.millrace.apps.job.SingleJob;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.StringTokenizer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.IntWritable;
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
            Map<Text, IntWritable> counts = new HashMap<>();
            for (Text document : documents) {
                IntWritable count = counts.get(document);
                if (count == null) {
                    counts.put(new Text(document), new IntWritable(1));
                } else {
                    count.set(count.get() + 1);
                }
            }
            list(counts);
            context.write(word, postings);
        }

        private void list(Map<Text, IntWritable> counts) {
            postings.clear();
            List<Map.Entry<Text, IntWritable>> sorted = new ArrayList<>(counts.entrySet());
            sorted.sort(Map.Entry.comparingByKey());
            for (Map.Entry<Text, IntWritable> posting : sorted) {
                if (postings.getLength() > 0) {
                    append(" ");
                }
                Text document = posting.getKey();
                postings.append(document.getBytes(), 0, document.getLength());
                append(":" + posting.getValue());
            }
        }

        private void append(String ascii) {
            postings.append(ascii.getBytes(StandardCharsets.US_ASCII), 0, ascii.length());
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
