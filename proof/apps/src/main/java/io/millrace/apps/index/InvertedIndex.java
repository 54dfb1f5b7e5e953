package io.millrace.apps.index;

import io.millrace.apps.job.SingleJob;
import java.io.IOException;
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
 * Lists, for each word, the documents that contain it, ordered by name, with the number of
 * occurrences. A document is a line: its name, a tab, its words.
 */
@SuppressWarnings("SameNameButDifferent") // Context is what Hadoop calls it, in both
public final class InvertedIndex extends SingleJob {

    public InvertedIndex() {
        super("invertedindex");
    }

    /** (word, document), for each occurrence of the word. */
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

    /** A document with the number of occurrences of a word. */
    private static final class Posting {

        private final Text document;
        private int count;

        Posting(Text document) {
            this.document = new Text(document);
        }

        private Text document() {
            return document;
        }
    }

    /** (word, its postings), each of them {@code document:count}. */
    public static final class Postings extends Reducer<Text, Text, Text, Text> {

        private static final byte[] BLANK = {' '};
        private static final byte[] COLON = {':'};
        private static final int MOST_DIGITS = 10;

        private final Text postings = new Text();
        private final byte[] digits = new byte[MOST_DIGITS];

        @Override
        protected void reduce(Text word, Iterable<Text> documents, Context context)
                throws IOException, InterruptedException {
            List<Posting> met = new ArrayList<>();
            Posting last = null;
            for (Text document : documents) {
                // Often the same document as before, because a document is one record.
                if (last == null || !last.document.equals(document)) {
                    last = new Posting(document);
                    met.add(last);
                }
                last.count++;
            }
            met.sort(Comparator.comparing(Posting::document));
            list(met);
            context.write(word, postings);
        }

        private void list(List<Posting> sorted) {
            postings.clear();
            int from = 0;
            while (from < sorted.size()) {
                Text document = sorted.get(from).document;
                int count = 0;
                int to = from;
                while (to < sorted.size() && sorted.get(to).document.equals(document)) {
                    count += sorted.get(to).count;
                    to++;
                }
                if (from > 0) {
                    postings.append(BLANK, 0, BLANK.length);
                }
                postings.append(document.getBytes(), 0, document.getLength());
                postings.append(COLON, 0, COLON.length);
                appendNumber(count);
                from = to;
            }
        }

        private void appendNumber(int number) {
            int at = digits.length;
            for (int left = number; left > 0 || at == digits.length; left /= 10) {
                digits[--at] = (byte) ('0' + left % 10);
            }
            postings.append(digits, at, digits.length - at);
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
