package io.millrace.hadoop.isolation;

import java.io.IOException;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.StringTokenizer;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.WritableComparator;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.MapReduceBase;
import org.apache.hadoop.mapred.OutputCollector;
import org.apache.hadoop.mapred.Reporter;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.Reducer;
import org.apache.hadoop.mapreduce.TaskInputOutputContext;

/**
 * How applications use the statics of a process that runs one task: counts of words, each made with
 * another idiom, each wrong where two running tasks have the same static.
 */
final class StaticIdioms {

    private StaticIdioms() {}

    /** Combines in the mapper, in a static table that is emitted at the end, as for PageRank. */
    public static final class InMapperCombining
            extends Mapper<LongWritable, Text, Text, IntWritable> {
        private static final Map<String, Integer> COUNTS = new HashMap<>();

        @Override
        protected void map(LongWritable key, Text value, Context context) {
            StringTokenizer words = new StringTokenizer(value.toString());
            while (words.hasMoreTokens()) {
                COUNTS.merge(words.nextToken(), 1, Integer::sum);
            }
        }

        @Override
        protected void cleanup(Context context) throws IOException, InterruptedException {
            for (Map.Entry<String, Integer> entry : COUNTS.entrySet()) {
                context.write(new Text(entry.getKey()), new IntWritable(entry.getValue()));
            }
            COUNTS.clear();
        }
    }

    /** Keeps collector, settings and buffers in statics, as topic models do; the old API. */
    public static final class StaticBuffers extends MapReduceBase
            implements org.apache.hadoop.mapred.Mapper<LongWritable, Text, Text, IntWritable> {
        private static OutputCollector<Text, IntWritable> collector;
        private static String[] document = new String[0];
        private static int length;
        private static final Text OUT_KEY = new Text();
        private static final IntWritable OUT_VALUE = new IntWritable();

        @Override
        public void configure(JobConf job) {
            document = new String[job.getInt("test.document.length", 100)];
        }

        @Override
        public void map(
                LongWritable key,
                Text value,
                OutputCollector<Text, IntWritable> output,
                Reporter reporter)
                throws IOException {
            collector = output;
            length = 0;
            for (String word : value.toString().split(" ", -1)) {
                document[length++] = word;
            }
            for (int i = 0; i < length; i++) {
                OUT_KEY.set(document[i]);
                OUT_VALUE.set(1);
                collector.collect(OUT_KEY, OUT_VALUE);
            }
        }
    }

    /** One reporter for a process, which is told of the running task's context. */
    static final class StatusReporter {
        private static final StatusReporter INSTANCE = new StatusReporter();
        private TaskInputOutputContext<?, ?, ?, ?> context;

        static StatusReporter instance() {
            return INSTANCE;
        }

        void context(TaskInputOutputContext<?, ?, ?, ?> current) {
            context = current;
        }

        void count(String name) {
            context.getCounter("reporter", name).increment(1);
        }
    }

    /** Counts through the process's reporter. */
    public static final class ReportingMapper
            extends Mapper<LongWritable, Text, Text, IntWritable> {
        @Override
        protected void setup(Context context) {
            StatusReporter.instance().context(context);
        }

        @Override
        protected void map(LongWritable key, Text value, Context context)
                throws IOException, InterruptedException {
            String own = context.getTaskAttemptID().getTaskID().toString();
            for (String word : value.toString().split(" ", -1)) {
                StatusReporter.instance().count(own);
                context.write(new Text(word), new IntWritable(1));
            }
        }
    }

    /** A combiner that sums in a static; several runs of it at once would mix. */
    public static final class StaticSums extends Reducer<Text, IntWritable, Text, IntWritable> {
        private static int sum;
        private static Text current = new Text();

        @Override
        protected void reduce(Text key, Iterable<IntWritable> values, Context context)
                throws IOException, InterruptedException {
            sum = 0;
            current.set(key);
            for (IntWritable value : values) {
                sum += value.get();
            }
            context.write(current, new IntWritable(sum));
        }
    }

    /** The same in the old API, with the collector in a static, as a crawler's generator does. */
    public static final class StaticCollector extends MapReduceBase
            implements org.apache.hadoop.mapred.Reducer<Text, IntWritable, Text, IntWritable> {
        private static OutputCollector<Text, IntWritable> collector;
        private static int sum;

        @Override
        public void reduce(
                Text key,
                Iterator<IntWritable> values,
                OutputCollector<Text, IntWritable> output,
                Reporter reporter)
                throws IOException {
            collector = output;
            sum = 0;
            while (values.hasNext()) {
                sum += values.next().get();
            }
            collector.collect(key, new IntWritable(sum));
        }
    }

    /** One object that all tasks of a process share, made by the first and dropped by the last. */
    public static final class SharedObject extends Mapper<LongWritable, Text, Text, IntWritable> {
        private static StringBuilder shared;

        @Override
        protected void setup(Context context) {
            shared = new StringBuilder();
        }

        @Override
        protected void map(LongWritable key, Text value, Context context)
                throws IOException, InterruptedException {
            for (String word : value.toString().split(" ", -1)) {
                shared.setLength(0);
                shared.append(word);
                context.write(new Text(shared.toString()), new IntWritable(1));
            }
        }

        @Override
        protected void cleanup(Context context) {
            shared = null;
        }
    }

    /** Deserializes both keys into statics for each comparison; descending. */
    public static final class StaticKeys extends WritableComparator {
        private static final Text LEFT = new Text();
        private static final Text RIGHT = new Text();

        public StaticKeys() {
            super(Text.class);
        }

        @Override
        public int compare(byte[] b1, int s1, int l1, byte[] b2, int s2, int l2) {
            int skip1 = 1;
            LEFT.set(b1, s1 + skip1, l1 - skip1);
            RIGHT.set(b2, s2 + skip1, l2 - skip1);
            return RIGHT.compareTo(LEFT);
        }
    }
}
