package io.millrace.hadoop.jobs;

import java.io.IOException;
import java.util.Iterator;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.MapReduceBase;
import org.apache.hadoop.mapred.OutputCollector;
import org.apache.hadoop.mapred.Reporter;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.MarkableIterator;
import org.apache.hadoop.mapreduce.Reducer;

/**
 * Jobs over lines of a word and a number, {@code w12 v345}, that show what their reducers are
 * given.
 */
@SuppressWarnings(
        "SameNameButDifferent") // Context is what Hadoop calls it, in mappers and reducers
public final class NumberedWords {

    private NumberedWords() {}

    /** Maps and reduces through the new API. */
    public static void newApi(JobConf conf) {
        conf.setUseNewMapper(true);
        conf.setUseNewReducer(true);
        conf.setClass(MRJobConfig.MAP_CLASS_ATTR, NewMapper.class, Mapper.class);
        conf.setClass(MRJobConfig.REDUCE_CLASS_ATTR, NewReducer.class, Reducer.class);
        types(conf);
    }

    /** Maps and reduces through the old API. */
    public static void oldApi(JobConf conf) {
        conf.setUseNewMapper(false);
        conf.setUseNewReducer(false);
        conf.setMapperClass(OldMapper.class);
        conf.setReducerClass(OldReducer.class);
        types(conf);
    }

    private static void types(JobConf conf) {
        conf.setMapOutputKeyClass(Text.class);
        conf.setMapOutputValueClass(IntWritable.class);
        conf.setOutputKeyClass(Text.class);
        conf.setOutputValueClass(Text.class);
    }

    /** One record for each line, and one more at its end. */
    public static class NewMapper extends Mapper<LongWritable, Text, Text, IntWritable> {
        private final Text word = new Text();
        private final IntWritable number = new IntWritable();

        @Override
        protected void map(LongWritable key, Text value, Context context)
                throws IOException, InterruptedException {
            String[] parts = value.toString().split(" v", 2);
            word.set(parts[0]);
            number.set(Integer.parseInt(parts[1]));
            context.write(word, number);
            context.getCounter("Seen", "lines").increment(1);
        }

        @Override
        protected void cleanup(Context context) throws IOException, InterruptedException {
            context.write(
                    new Text("cleanup"),
                    new IntWritable(context.getTaskAttemptID().getTaskID().getId()));
        }
    }

    /** Shows the key in the middle of its values, and leaves some values unread. */
    public static class NewReducer extends Reducer<Text, IntWritable, Text, Text> {
        @Override
        protected void reduce(Text key, Iterable<IntWritable> values, Context context)
                throws IOException, InterruptedException {
            StringBuilder seen = new StringBuilder();
            int read = 0;
            for (IntWritable value : values) {
                seen.append(key).append('/').append(value).append(' ');
                if (++read == 20) {
                    break;
                }
            }
            context.getCounter("Seen", "groups").increment(1);
            context.write(key, new Text(seen.toString()));
        }
    }

    /** Reads the first values of a key twice. */
    public static class MarkingReducer extends Reducer<Text, IntWritable, Text, Text> {
        @Override
        protected void reduce(Text key, Iterable<IntWritable> values, Context context)
                throws IOException, InterruptedException {
            MarkableIterator<IntWritable> marked = new MarkableIterator<>(values.iterator());
            StringBuilder seen = new StringBuilder();
            marked.mark();
            for (int i = 0; i < 5 && marked.hasNext(); i++) {
                seen.append(marked.next()).append(' ');
            }
            marked.reset();
            for (int i = 0; i < 9 && marked.hasNext(); i++) {
                seen.append(marked.next()).append(' ');
            }
            context.write(key, new Text(seen.toString()));
        }
    }

    /** One record for each line. */
    public static class OldMapper extends MapReduceBase
            implements org.apache.hadoop.mapred.Mapper<LongWritable, Text, Text, IntWritable> {
        @Override
        public void map(
                LongWritable key,
                Text value,
                OutputCollector<Text, IntWritable> output,
                Reporter reporter)
                throws IOException {
            String[] parts = value.toString().split(" v", 2);
            output.collect(new Text(parts[0]), new IntWritable(Integer.parseInt(parts[1])));
            reporter.incrCounter("Seen", "lines", 1);
            reporter.setStatus(reporter.getInputSplit().toString());
        }
    }

    /** Shows the key in the middle of its values, and leaves some values unread. */
    public static class OldReducer extends MapReduceBase
            implements org.apache.hadoop.mapred.Reducer<Text, IntWritable, Text, Text> {
        @Override
        public void reduce(
                Text key,
                Iterator<IntWritable> values,
                OutputCollector<Text, Text> output,
                Reporter reporter)
                throws IOException {
            StringBuilder seen = new StringBuilder();
            for (int read = 0; read < 20 && values.hasNext(); read++) {
                seen.append(values.next()).append('/').append(key).append(' ');
            }
            reporter.incrCounter("Seen", "groups", 1);
            output.collect(key, new Text(seen.toString()));
        }
    }

    /** Puts all words that start with the same two letters together. */
    public static class FirstByte extends Text.Comparator {
        @Override
        public int compare(
                byte[] left,
                int leftOffset,
                int leftLength,
                byte[] right,
                int rightOffset,
                int rightLength) {
            return Byte.compare(left[leftOffset + 2], right[rightOffset + 2]);
        }

        @Override
        @SuppressWarnings("rawtypes")
        public int compare(
                org.apache.hadoop.io.WritableComparable left,
                org.apache.hadoop.io.WritableComparable right) {
            return Byte.compare(((Text) left).getBytes()[1], ((Text) right).getBytes()[1]);
        }
    }
}
