package io.millrace.apps.join;

import io.millrace.apps.job.SingleJob;
import java.io.IOException;
import java.util.HashSet;
import java.util.Set;
import java.util.StringTokenizer;
import java.util.TreeSet;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.Reducer;
import org.apache.hadoop.util.ToolRunner;

/**
 * Joins lists of k elements, each in alphanumeric order, that differ only in the last element: for
 * each common start, it lists all last elements in order. Any two of them form a candidate of k+1
 * elements.
 */
@SuppressWarnings("SameNameButDifferent") // Context is what Hadoop calls it, in all three
public final class SelfJoin extends SingleJob {

    public SelfJoin() {
        super("selfjoin");
    }

    /** (all but the last element, the last element). */
    public static final class Beginnings extends Mapper<LongWritable, Text, Text, Text> {

        private final Text beginning = new Text();
        private final Text last = new Text();

        @Override
        protected void map(LongWritable position, Text line, Context context)
                throws IOException, InterruptedException {
            String list = line.toString();
            int end = list.lastIndexOf(' ');
            if (end > 0) {
                beginning.set(list.substring(0, end));
                last.set(list.substring(end + 1));
                context.write(beginning, last);
            }
        }
    }

    /** Removes duplicate last elements. */
    public static final class Distinct extends Reducer<Text, Text, Text, Text> {

        private final Set<Text> seen = new HashSet<>();

        @Override
        protected void reduce(Text beginning, Iterable<Text> lasts, Context context)
                throws IOException, InterruptedException {
            seen.clear();
            for (Text last : lasts) {
                if (!seen.contains(last)) {
                    seen.add(new Text(last));
                    context.write(beginning, last);
                }
            }
        }
    }

    /** (common start, the last elements in order); reducer, and partial reducer. */
    public static final class Lasts extends Reducer<Text, Text, Text, Text> {

        private final Text list = new Text();

        @Override
        protected void reduce(Text beginning, Iterable<Text> lasts, Context context)
                throws IOException, InterruptedException {
            TreeSet<String> distinct = new TreeSet<>();
            for (Text some : lasts) {
                StringTokenizer elements = new StringTokenizer(some.toString());
                while (elements.hasMoreTokens()) {
                    distinct.add(elements.nextToken());
                }
            }
            list.set(String.join(" ", distinct));
            context.write(beginning, list);
        }
    }

    @Override
    public Job firstJob(Configuration conf, Path input, Path output) throws IOException {
        Job job = newJob(conf, input, output);
        job.setMapperClass(Beginnings.class);
        job.setCombinerClass(Distinct.class);
        job.setReducerClass(Lasts.class);
        job.setOutputKeyClass(Text.class);
        job.setOutputValueClass(Text.class);
        return job;
    }

    public static void main(String[] arguments) throws Exception {
        System.exit(ToolRunner.run(new SelfJoin(), arguments));
    }
}
