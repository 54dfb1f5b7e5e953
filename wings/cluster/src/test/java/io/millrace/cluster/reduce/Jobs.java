package io.millrace.cluster.reduce;

import java.io.IOException;
import java.util.Iterator;
import java.util.StringTokenizer;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.WritableComparable;
import org.apache.hadoop.io.WritableComparator;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.MapReduceBase;
import org.apache.hadoop.mapred.OutputCollector;
import org.apache.hadoop.mapred.Reporter;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.Partitioner;
import org.apache.hadoop.mapreduce.Reducer;

/** Jobs whose output does not depend on the order of a key's values. */
final class Jobs {

    private Jobs() {}

    /** Counts words, with the new API. */
    static void newApi(JobConf conf) {
        conf.setUseNewMapper(true);
        conf.setUseNewReducer(true);
        conf.setClass(MRJobConfig.MAP_CLASS_ATTR, Words.class, Mapper.class);
        conf.setClass(MRJobConfig.REDUCE_CLASS_ATTR, Sum.class, Reducer.class);
        types(conf);
    }

    static void newApiWithCombiner(JobConf conf) {
        newApi(conf);
        conf.setClass(MRJobConfig.COMBINE_CLASS_ATTR, Sum.class, Reducer.class);
    }

    /** Counts words, with the old API. */
    static void oldApi(JobConf conf) {
        conf.setMapperClass(OldWords.class);
        conf.setReducerClass(OldSum.class);
        types(conf);
    }

    static void oldApiWithCombiner(JobConf conf) {
        oldApi(conf);
        conf.setCombinerClass(OldSum.class);
    }

    /** Sorts lines by their second word within groups of the same first letter. */
    static void secondarySort(JobConf conf) {
        newApi(conf);
        conf.setClass(MRJobConfig.REDUCE_CLASS_ATTR, Sequence.class, Reducer.class);
        conf.setClass(MRJobConfig.PARTITIONER_CLASS_ATTR, FirstLetter.class, Partitioner.class);
        conf.setOutputKeyComparatorClass(Backwards.class);
        conf.setOutputValueGroupingComparator(SameLetter.class);
        conf.setOutputValueClass(Text.class);
        conf.setMapOutputValueClass(LongWritable.class);
    }

    private static void types(JobConf conf) {
        conf.setOutputKeyClass(Text.class);
        conf.setOutputValueClass(LongWritable.class);
        conf.setNumReduceTasks(2);
    }

    static final class Words extends Mapper<Object, Text, Text, LongWritable> {
        private final Text word = new Text();
        private final LongWritable one = new LongWritable(1);

        @Override
        protected void map(Object key, Text line, Context context)
                throws IOException, InterruptedException {
            StringTokenizer words = new StringTokenizer(line.toString());
            while (words.hasMoreTokens()) {
                word.set(words.nextToken());
                one.set(word.getLength());
                context.write(word, one);
            }
        }
    }

    /** Adds values; also a combiner and a partial reducer. */
    static class Sum extends Reducer<Text, LongWritable, Text, LongWritable> {
        @Override
        protected void reduce(Text key, Iterable<LongWritable> values, Context context)
                throws IOException, InterruptedException {
            long sum = 0;
            for (LongWritable value : values) {
                sum += value.get();
            }
            context.write(key, new LongWritable(sum));
        }
    }

    static final class OldWords extends MapReduceBase
            implements org.apache.hadoop.mapred.Mapper<Object, Text, Text, LongWritable> {
        @Override
        public void map(
                Object key,
                Text line,
                OutputCollector<Text, LongWritable> output,
                Reporter reporter)
                throws IOException {
            StringTokenizer words = new StringTokenizer(line.toString());
            while (words.hasMoreTokens()) {
                String word = words.nextToken();
                output.collect(new Text(word), new LongWritable(word.length()));
            }
        }
    }

    static final class OldSum extends MapReduceBase
            implements org.apache.hadoop.mapred.Reducer<Text, LongWritable, Text, LongWritable> {
        @Override
        public void reduce(
                Text key,
                Iterator<LongWritable> values,
                OutputCollector<Text, LongWritable> output,
                Reporter reporter)
                throws IOException {
            long sum = 0;
            while (values.hasNext()) {
                sum += values.next().get();
            }
            output.collect(key, new LongWritable(sum));
        }
    }

    /** Writes the keys of a group in the order in which they come. */
    static final class Sequence extends Reducer<Text, LongWritable, Text, Text> {
        @Override
        protected void reduce(Text key, Iterable<LongWritable> values, Context context)
                throws IOException, InterruptedException {
            StringBuilder keys = new StringBuilder();
            for (LongWritable value : values) {
                keys.append(key).append(value).append(' ');
            }
            context.write(key, new Text(keys.toString()));
        }
    }

    static final class FirstLetter extends Partitioner<Text, LongWritable> {
        @Override
        public int getPartition(Text key, LongWritable value, int partitions) {
            return key.charAt(0) % partitions;
        }
    }

    /** By the first letter, then by the rest, backwards. */
    static final class Backwards extends WritableComparator {
        Backwards() {
            super(Text.class, true);
        }

        @Override
        @SuppressWarnings("rawtypes")
        public int compare(WritableComparable a, WritableComparable b) {
            String left = a.toString();
            String right = b.toString();
            int letters = Character.compare(left.charAt(0), right.charAt(0));
            return letters != 0 ? letters : right.compareTo(left);
        }
    }

    static final class SameLetter extends WritableComparator {
        SameLetter() {
            super(Text.class, true);
        }

        @Override
        @SuppressWarnings("rawtypes")
        public int compare(WritableComparable a, WritableComparable b) {
            return Character.compare(a.toString().charAt(0), b.toString().charAt(0));
        }
    }
}
