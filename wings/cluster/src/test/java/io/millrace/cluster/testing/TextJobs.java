package io.millrace.cluster.testing;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.StringTokenizer;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.WritableComparable;
import org.apache.hadoop.io.WritableComparator;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.MapReduceBase;
import org.apache.hadoop.mapred.Mapper;
import org.apache.hadoop.mapred.OutputCollector;
import org.apache.hadoop.mapred.Reducer;
import org.apache.hadoop.mapred.Reporter;
import org.apache.hadoop.mapred.lib.IdentityReducer;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.TaskCounter;
import org.apache.hadoop.mapreduce.lib.map.MultithreadedMapper;
import org.apache.hadoop.mapreduce.lib.map.TokenCounterMapper;
import org.apache.hadoop.mapreduce.lib.reduce.IntSumReducer;

/** Jobs over lines of text, by both APIs. */
public final class TextJobs {

    private static final int REDUCES = 3;

    private TextJobs() {}

    /** Counts words with the classes of the new API. */
    public static void newWordCount(JobConf conf) {
        newJob(
                conf,
                job -> {
                    job.setMapperClass(TokenCounterMapper.class);
                    job.setCombinerClass(IntSumReducer.class);
                    job.setReducerClass(IntSumReducer.class);
                });
    }

    /** The same with several threads that emit. */
    public static void threadedWordCount(JobConf conf) {
        newJob(
                conf,
                job -> {
                    job.setMapperClass(MultithreadedMapper.class);
                    MultithreadedMapper.setMapperClass(job, TokenCounterMapper.class);
                    MultithreadedMapper.setNumberOfThreads(job, REDUCES);
                    job.setReducerClass(IntSumReducer.class);
                });
    }

    private static void newJob(JobConf conf, java.util.function.Consumer<Job> setup) {
        try {
            Job job = Job.getInstance(conf);
            job.setOutputKeyClass(Text.class);
            job.setOutputValueClass(IntWritable.class);
            job.setNumReduceTasks(REDUCES);
            setup.accept(job);
            job.getConfiguration().setBoolean("mapred.mapper.new-api", true);
            job.getConfiguration().setBoolean("mapred.reducer.new-api", true);
            job.getConfiguration().forEach(each -> conf.set(each.getKey(), each.getValue()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Lists the lines of each word, by a comparator that nothing is known of. */
    public static void index(JobConf conf) {
        conf.setMapperClass(Words.class);
        conf.setReducerClass(Lists.class);
        conf.setOutputKeyComparatorClass(Backwards.class);
        conf.setOutputKeyClass(Text.class);
        conf.setOutputValueClass(Text.class);
        conf.setNumReduceTasks(REDUCES);
    }

    /** The same with a combiner of the old API. */
    public static void combinedIndex(JobConf conf) {
        index(conf);
        conf.setCombinerClass(Lists.class);
    }

    /** The same with so much output that map tasks spill several times with 1 MB of memory. */
    public static void spillingIndex(JobConf conf) {
        combinedIndex(conf);
        conf.setMapperClass(RepeatedWords.class);
    }

    /** Emits how many records have been emitted, by Hadoop's counter. */
    public static void counted(JobConf conf) {
        conf.setMapperClass(Counted.class);
        conf.setReducerClass(IdentityReducer.class);
        conf.setOutputKeyClass(Text.class);
        conf.setOutputValueClass(LongWritable.class);
        conf.setNumReduceTasks(REDUCES);
    }

    /** Emits each line's first letters with the number of records before it. */
    public static final class Counted extends MapReduceBase
            implements Mapper<LongWritable, Text, Text, LongWritable> {

        @Override
        public void map(
                LongWritable at,
                Text line,
                OutputCollector<Text, LongWritable> out,
                Reporter reporter)
                throws IOException {
            long count = reporter.getCounter(TaskCounter.MAP_OUTPUT_RECORDS).getValue();
            String text = line.toString();
            String start = text.substring(0, Math.min(8, text.length()));
            out.collect(new Text(start + count), new LongWritable(count));
        }
    }

    /** Emits each word as key and value, in a class that changes when it is read back. */
    public static void marks(JobConf conf) {
        conf.setMapperClass(Marks.class);
        conf.setReducerClass(MarkedCounts.class);
        conf.setMapOutputKeyClass(Mark.class);
        conf.setMapOutputValueClass(Mark.class);
        conf.setOutputKeyClass(Text.class);
        conf.setOutputValueClass(LongWritable.class);
        conf.setNumReduceTasks(REDUCES);
    }

    /** A word that gets a mark each time it is read. */
    public static final class Mark implements WritableComparable<Mark> {

        private String word = "";

        @Override
        public void write(DataOutput out) throws IOException {
            out.writeUTF(word);
        }

        @Override
        public void readFields(DataInput in) throws IOException {
            word = in.readUTF() + "?";
        }

        @Override
        public int compareTo(Mark other) {
            return word.compareTo(other.word);
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Mark mark && word.equals(mark.word);
        }

        @Override
        public int hashCode() {
            return word.hashCode();
        }

        @Override
        public String toString() {
            return word;
        }
    }

    /** Emits short words. */
    public static final class Marks extends MapReduceBase
            implements Mapper<LongWritable, Text, Mark, Mark> {

        private final Mark mark = new Mark();

        @Override
        public void map(
                LongWritable at, Text line, OutputCollector<Mark, Mark> out, Reporter reporter)
                throws IOException {
            StringTokenizer words = new StringTokenizer(line.toString());
            while (words.hasMoreTokens()) {
                String word = words.nextToken();
                if (word.length() < 10) {
                    mark.word = word;
                    out.collect(mark, mark);
                }
            }
        }
    }

    /** Counts the values that are equal to their key. */
    public static final class MarkedCounts extends MapReduceBase
            implements Reducer<Mark, Mark, Text, LongWritable> {

        @Override
        public void reduce(
                Mark mark,
                Iterator<Mark> values,
                OutputCollector<Text, LongWritable> out,
                Reporter reporter)
                throws IOException {
            long equal = 0;
            while (values.hasNext()) {
                equal += values.next().equals(mark) ? 1 : 0;
            }
            out.collect(new Text(mark.toString()), new LongWritable(equal));
        }
    }

    /** Emits each word with the place of its line. */
    public static final class Words extends MapReduceBase
            implements Mapper<LongWritable, Text, Text, Text> {

        private final Text word = new Text();
        private final Text place = new Text();

        @Override
        public void map(
                LongWritable at, Text line, OutputCollector<Text, Text> out, Reporter reporter)
                throws IOException {
            place.set(at.toString());
            StringTokenizer words = new StringTokenizer(line.toString());
            while (words.hasMoreTokens()) {
                word.set(words.nextToken());
                out.collect(word, place);
            }
        }
    }

    /** Emits each word several times, each time with another place. */
    public static final class RepeatedWords extends MapReduceBase
            implements Mapper<LongWritable, Text, Text, Text> {

        private static final int REPEATS = 12;

        @Override
        public void map(
                LongWritable at, Text line, OutputCollector<Text, Text> out, Reporter reporter)
                throws IOException {
            StringTokenizer words = new StringTokenizer(line.toString());
            while (words.hasMoreTokens()) {
                Text word = new Text(words.nextToken());
                for (int i = 0; i < REPEATS; i++) {
                    out.collect(word, new Text(at + "." + i));
                }
            }
        }
    }

    /** Joins the places of a word, in order, whatever was joined before. */
    public static final class Lists extends MapReduceBase
            implements Reducer<Text, Text, Text, Text> {

        @Override
        public void reduce(
                Text word,
                Iterator<Text> places,
                OutputCollector<Text, Text> out,
                Reporter reporter)
                throws IOException {
            List<String> all = new ArrayList<>();
            places.forEachRemaining(place -> all.addAll(List.of(place.toString().split(","))));
            Collections.sort(all);
            out.collect(word, new Text(String.join(",", all)));
        }
    }

    /** Orders texts from the last to the first. */
    public static final class Backwards extends WritableComparator {

        public Backwards() {
            super(Text.class);
        }

        @Override
        public int compare(byte[] a, int aAt, int aLength, byte[] b, int bAt, int bLength) {
            return Text.Comparator.get(Text.class).compare(b, bAt, bLength, a, aAt, aLength);
        }
    }
}
