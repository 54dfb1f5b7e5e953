package io.millrace.apps.words;

import io.millrace.apps.job.SingleJob;
import java.io.IOException;
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
 * Groups the words of a text by their length. All words go through the shuffle, to few and large
 * groups.
 *
 * <p>Source: GroupBy of Daikoku, Kawashima and Tatebe, "On Exploring Efficient Shuffle Design for
 * In-Memory MapReduce", BeyondMR'16. They do not say what becomes of a group; here, the number of
 * its words and the last of them in order.
 */
public final class GroupByLength extends SingleJob {

    public GroupByLength() {
        super("groupby");
    }

    /** (length in bytes, word). */
    public static final class Words extends Mapper<LongWritable, Text, IntWritable, Text> {

        private final IntWritable length = new IntWritable();
        private final Text word = new Text();

        @Override
        protected void map(LongWritable position, Text line, Context context)
                throws IOException, InterruptedException {
            StringTokenizer words = new StringTokenizer(line.toString());
            while (words.hasMoreTokens()) {
                word.set(words.nextToken());
                length.set(word.getLength());
                context.write(length, word);
            }
        }
    }

    /** (length, number of words TAB last word). */
    public static final class Groups extends Reducer<IntWritable, Text, IntWritable, Text> {

        private final Text last = new Text();
        private final Text group = new Text();

        @Override
        protected void reduce(IntWritable length, Iterable<Text> words, Context context)
                throws IOException, InterruptedException {
            long count = 0;
            last.clear();
            for (Text word : words) {
                count++;
                if (word.compareTo(last) > 0) {
                    last.set(word);
                }
            }
            group.set(count + "\t" + last);
            context.write(length, group);
        }
    }

    @Override
    public Job firstJob(Configuration conf, Path input, Path output) throws IOException {
        Job job = newJob(conf, input, output);
        job.setMapperClass(Words.class);
        job.setReducerClass(Groups.class);
        job.setOutputKeyClass(IntWritable.class);
        job.setOutputValueClass(Text.class);
        return job;
    }

    public static void main(String[] arguments) throws Exception {
        System.exit(ToolRunner.run(new GroupByLength(), arguments));
    }
}
