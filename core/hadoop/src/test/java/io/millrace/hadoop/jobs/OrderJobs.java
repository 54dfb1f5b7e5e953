package io.millrace.hadoop.jobs;

import io.millrace.hadoop.testing.JobCase;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Iterator;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.RawComparator;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.WritableComparable;
import org.apache.hadoop.io.WritableComparator;
import org.apache.hadoop.io.WritableUtils;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.MapReduceBase;
import org.apache.hadoop.mapred.OutputCollector;
import org.apache.hadoop.mapred.Reporter;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.Reducer;

/** Keys in an order of the user's own, and groups that are wider than a key. */
@SuppressWarnings(
        "SameNameButDifferent") // Context is what Hadoop calls it, in mappers and reducers
public final class OrderJobs {
    private OrderJobs() {}

    /** From the last to the first, by a comparator that sees bytes; grouped by the first letter. */
    public static JobCase rawComparators() {
        return JobCase.of(
                "raw-comparators",
                words(),
                run -> {
                    Job job = run.newJob("raw comparators");
                    job.setMapperClass(Words.class);
                    job.setReducerClass(ShowKeys.class);
                    job.setSortComparatorClass(LastFirst.class);
                    job.setGroupingComparatorClass(FirstLetter.class);
                    job.setOutputKeyClass(Text.class);
                    job.setOutputValueClass(Text.class);
                    job.setNumReduceTasks(1);
                    run.finish(job);
                });
    }

    /** The same for the old API, whose groups are formed by comparing objects. */
    public static JobCase rawComparatorsOld() {
        return JobCase.of(
                "raw-comparators-old",
                words(),
                run -> {
                    JobConf job = run.oldJob("old raw comparators");
                    job.setMapperClass(OldWords.class);
                    job.setReducerClass(OldShowKeys.class);
                    job.setOutputKeyComparatorClass(LastFirst.class);
                    job.setOutputValueGroupingComparator(FirstLetter.class);
                    job.setOutputKeyClass(Text.class);
                    job.setOutputValueClass(Text.class);
                    job.setNumReduceTasks(1);
                    run.finish(job);
                });
    }

    /** A key class with {@code compareTo} and nothing else: it is compared as objects. */
    public static JobCase compareToOnly() {
        return JobCase.of(
                "compare-to-only",
                words(),
                run -> {
                    Job job = run.newJob("compareTo only");
                    job.setMapperClass(VersionMapper.class);
                    job.setReducerClass(VersionReducer.class);
                    job.setMapOutputKeyClass(Version.class);
                    job.setMapOutputValueClass(IntWritable.class);
                    job.setOutputKeyClass(Text.class);
                    job.setOutputValueClass(IntWritable.class);
                    job.setNumReduceTasks(2);
                    run.finish(job);
                });
    }

    private static JobCase.Input words() {
        Zipf zipf = new Zipf(3000);
        return Corpora.lines(3, 3000, (number, random) -> zipf.next(random));
    }

    /** Each word, with itself as value. */
    public static final class Words extends Mapper<LongWritable, Text, Text, Text> {
        @Override
        protected void map(LongWritable position, Text word, Context context)
                throws IOException, InterruptedException {
            context.write(word, word);
        }
    }

    /** The same for the old API. */
    public static final class OldWords extends MapReduceBase
            implements org.apache.hadoop.mapred.Mapper<LongWritable, Text, Text, Text> {
        @Override
        public void map(
                LongWritable position,
                Text word,
                OutputCollector<Text, Text> out,
                Reporter reporter)
                throws IOException {
            out.collect(word, word);
        }
    }

    /** The key before, with, and after each value. */
    public static final class ShowKeys extends Reducer<Text, Text, Text, Text> {
        @Override
        protected void reduce(Text key, Iterable<Text> values, Context context)
                throws IOException, InterruptedException {
            context.write(new Text("group"), key);
            for (Text value : values) {
                context.write(key, value);
            }
            context.write(new Text("ends"), key);
        }
    }

    /** The same for the old API, where the key stays what it was. */
    public static final class OldShowKeys extends MapReduceBase
            implements org.apache.hadoop.mapred.Reducer<Text, Text, Text, Text> {
        @Override
        public void reduce(
                Text key, Iterator<Text> values, OutputCollector<Text, Text> out, Reporter reporter)
                throws IOException {
            out.collect(new Text("group"), key);
            while (values.hasNext()) {
                out.collect(key, values.next());
            }
            out.collect(new Text("ends"), key);
        }
    }

    /** Text from the last to the first. */
    public static final class LastFirst implements RawComparator<Text> {
        @Override
        public int compare(byte[] a, int aStart, int aLength, byte[] b, int bStart, int bLength) {
            int aSkip = WritableUtils.decodeVIntSize(a[aStart]);
            int bSkip = WritableUtils.decodeVIntSize(b[bStart]);
            return -WritableComparator.compareBytes(
                    a, aStart + aSkip, aLength - aSkip, b, bStart + bSkip, bLength - bSkip);
        }

        @Override
        public int compare(Text a, Text b) {
            return -a.compareTo(b);
        }
    }

    /** Text by its first byte; as bytes and as objects. */
    public static final class FirstLetter extends WritableComparator {
        public FirstLetter() {
            super(Text.class, true);
        }

        @Override
        public int compare(byte[] a, int aStart, int aLength, byte[] b, int bStart, int bLength) {
            return a[aStart + WritableUtils.decodeVIntSize(a[aStart])]
                    - b[bStart + WritableUtils.decodeVIntSize(b[bStart])];
        }

        @Override
        @SuppressWarnings("rawtypes")
        public int compare(WritableComparable a, WritableComparable b) {
            return ((Text) a).getBytes()[0] - ((Text) b).getBytes()[0];
        }
    }

    /** A key whose order is not that of its bytes: by length, then backwards. */
    public static final class Version implements WritableComparable<Version> {
        private String text = "";

        @Override
        public void write(DataOutput out) throws IOException {
            out.writeUTF(text);
        }

        @Override
        public void readFields(DataInput in) throws IOException {
            text = in.readUTF();
        }

        @Override
        public int compareTo(Version other) {
            int byLength = Integer.compare(text.length(), other.text.length());
            return byLength != 0 ? byLength : other.text.compareTo(text);
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Version version && version.text.equals(text);
        }

        @Override
        public int hashCode() {
            return text.hashCode();
        }
    }

    /** Each word as a version, always in the same object. */
    public static final class VersionMapper
            extends Mapper<LongWritable, Text, Version, IntWritable> {
        private final Version version = new Version();
        private final IntWritable one = new IntWritable(1);

        @Override
        protected void map(LongWritable position, Text word, Context context)
                throws IOException, InterruptedException {
            version.text = word.toString();
            context.write(version, one);
        }
    }

    /** Counts. */
    public static final class VersionReducer
            extends Reducer<Version, IntWritable, Text, IntWritable> {
        @Override
        protected void reduce(Version key, Iterable<IntWritable> values, Context context)
                throws IOException, InterruptedException {
            int count = 0;
            for (IntWritable value : values) {
                count += value.get();
            }
            context.write(new Text(key.text), new IntWritable(count));
        }
    }
}
