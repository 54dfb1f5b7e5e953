package io.millrace.hadoop.jobs;

import io.millrace.hadoop.testing.JobCase;
import io.millrace.hadoop.testing.Trait;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import org.apache.hadoop.examples.SecondarySort;
import org.apache.hadoop.examples.SecondarySort.IntPair;
import org.apache.hadoop.examples.WordCount;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.RecordWriter;
import org.apache.hadoop.mapreduce.Reducer;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.jspecify.annotations.Nullable;

/** Combiners of all kinds that Hadoop accepts. */
@SuppressWarnings(
        "SameNameButDifferent") // Context is what Hadoop calls it, in mappers and reducers
public final class CombinerJobs {
    private CombinerJobs() {}

    /** Runs the loop over groups itself. */
    public static JobCase ownLoop() {
        return wordCountWith("combiner-own-loop", OwnLoop.class);
    }

    /** Keeps the last key and emits it when the next one comes, or at the end. */
    public static JobCase emitsLate() {
        return wordCountWith("combiner-emits-late", EmitsLate.class);
    }

    /** Emits each value as it is, so that nothing gets less. */
    public static JobCase combinesNothing() {
        return wordCountWith("combiner-combines-nothing", Reducer.class);
    }

    /** Emits several records for each key, and for some keys none. */
    public static JobCase emitsPieces() {
        return wordCountWith("combiner-emits-pieces", EmitsPieces.class);
    }

    /** Values are partial results, larger than what they are made from. */
    public static JobCase averages() {
        return JobCase.of(
                "combiner-averages",
                Corpora.lines(4, 5000, Corpora.numbered(200)),
                run -> {
                    Job job = run.newJob("averages");
                    job.setMapperClass(Lengths.class);
                    job.setCombinerClass(Partial.class);
                    job.setReducerClass(Average.class);
                    job.setMapOutputKeyClass(IntWritable.class);
                    job.setMapOutputValueClass(Text.class);
                    job.setOutputKeyClass(IntWritable.class);
                    job.setOutputValueClass(Text.class);
                    job.setNumReduceTasks(2);
                    run.finish(job);
                },
                Trait.COMBINES);
    }

    /** Secondary sort with a combiner, which by default sees groups of equal keys. */
    public static JobCase ofSortedValues() {
        return secondarySort("combiner-of-sorted-values", false);
    }

    /** Secondary sort with a combiner that sees the groups of the reducer. */
    public static JobCase withGroupingComparator() {
        return secondarySort("combiner-with-grouping", true);
    }

    @SuppressWarnings({"rawtypes", "unchecked"})
    private static JobCase wordCountWith(String name, Class combiner) {
        return JobCase.of(
                name,
                Corpora.zipf(3, 2500, 3000),
                run -> {
                    Job job = run.newJob(name);
                    job.setMapperClass(WordCount.TokenizerMapper.class);
                    job.setCombinerClass(combiner);
                    job.setReducerClass(WordCount.IntSumReducer.class);
                    job.setOutputKeyClass(Text.class);
                    job.setOutputValueClass(IntWritable.class);
                    job.setNumReduceTasks(2);
                    run.finish(job);
                },
                Trait.COMBINES);
    }

    private static JobCase secondarySort(String name, boolean grouped) {
        return JobCase.of(
                name,
                Corpora.lines(
                        3, 4000, (number, random) -> random.nextInt(40) + " " + random.nextInt(30)),
                run -> {
                    Job job = run.newJob(name);
                    job.setMapperClass(Counted.class);
                    job.setCombinerClass(grouped ? SumOfGroup.class : SumOfPair.class);
                    if (grouped) {
                        job.setCombinerKeyGroupingComparatorClass(
                                SecondarySort.FirstGroupingComparator.class);
                    }
                    job.setReducerClass(grouped ? SumOfGroup.class : ShowPairs.class);
                    job.setPartitionerClass(SecondarySort.FirstPartitioner.class);
                    job.setGroupingComparatorClass(SecondarySort.FirstGroupingComparator.class);
                    job.setMapOutputKeyClass(IntPair.class);
                    job.setMapOutputValueClass(IntWritable.class);
                    job.setOutputKeyClass(grouped ? IntPair.class : Text.class);
                    job.setOutputValueClass(IntWritable.class);
                    job.setOutputFormatClass(PairText.class);
                    job.setNumReduceTasks(2);
                    run.finish(job);
                },
                Trait.COMBINES);
    }

    /** Adds up, in a loop of its own. */
    public static final class OwnLoop extends Reducer<Text, IntWritable, Text, IntWritable> {
        @Override
        public void run(Context context) throws IOException, InterruptedException {
            while (context.nextKey()) {
                int sum = 0;
                for (IntWritable value : context.getValues()) {
                    sum += value.get();
                }
                context.write(context.getCurrentKey(), new IntWritable(sum));
            }
        }
    }

    /** Always one key behind; the order of keys stays right. */
    public static final class EmitsLate extends Reducer<Text, IntWritable, Text, IntWritable> {
        private @Nullable Text pending;
        private int sum;

        @Override
        protected void reduce(Text word, Iterable<IntWritable> counts, Context context)
                throws IOException, InterruptedException {
            emit(context);
            pending = new Text(word);
            for (IntWritable count : counts) {
                sum += count.get();
            }
        }

        @Override
        protected void cleanup(Context context) throws IOException, InterruptedException {
            emit(context);
        }

        private void emit(Context context) throws IOException, InterruptedException {
            if (pending != null) {
                context.write(pending, new IntWritable(sum));
            }
            sum = 0;
        }
    }

    /** A sum as powers of two; of sums that are a multiple of 64 a zero as well. */
    public static final class EmitsPieces extends Reducer<Text, IntWritable, Text, IntWritable> {
        @Override
        protected void reduce(Text word, Iterable<IntWritable> counts, Context context)
                throws IOException, InterruptedException {
            int sum = 0;
            for (IntWritable count : counts) {
                sum += count.get();
            }
            for (int rest = sum; rest != 0; rest &= rest - 1) {
                context.write(word, new IntWritable(Integer.lowestOneBit(rest)));
            }
            if (sum % 64 == 0) {
                context.write(word, new IntWritable(0));
            }
        }
    }

    /** Key, and "1 length". */
    public static final class Lengths extends Mapper<LongWritable, Text, IntWritable, Text> {
        @Override
        protected void map(LongWritable position, Text line, Context context)
                throws IOException, InterruptedException {
            String[] parts = line.toString().split("\t", -1);
            context.write(
                    new IntWritable(Integer.parseInt(parts[0])),
                    new Text("1 " + parts[1].length()));
        }
    }

    /** Adds up counts and lengths. */
    public static final class Partial extends Reducer<IntWritable, Text, IntWritable, Text> {
        @Override
        protected void reduce(IntWritable key, Iterable<Text> values, Context context)
                throws IOException, InterruptedException {
            long[] sums = sums(values);
            context.write(key, new Text(sums[0] + " " + sums[1]));
        }
    }

    /** Divides. */
    public static final class Average extends Reducer<IntWritable, Text, IntWritable, Text> {
        @Override
        protected void reduce(IntWritable key, Iterable<Text> values, Context context)
                throws IOException, InterruptedException {
            long[] sums = sums(values);
            context.write(key, new Text(sums[0] + " of " + (double) sums[1] / sums[0]));
        }
    }

    private static long[] sums(Iterable<Text> values) {
        long[] sums = new long[2];
        for (Text value : values) {
            String[] parts = value.toString().split(" ", -1);
            sums[0] += Long.parseLong(parts[0]);
            sums[1] += Long.parseLong(parts[1]);
        }
        return sums;
    }

    /** Each pair with 1. */
    public static final class Counted extends Mapper<LongWritable, Text, IntPair, IntWritable> {
        @Override
        protected void map(LongWritable position, Text line, Context context)
                throws IOException, InterruptedException {
            String[] halves = line.toString().split(" ", -1);
            IntPair pair = new IntPair();
            pair.set(Integer.parseInt(halves[0]), Integer.parseInt(halves[1]));
            context.write(pair, new IntWritable(1));
        }
    }

    /** Adds up, under the key as it is at the end. */
    public static class SumOfPair extends Reducer<IntPair, IntWritable, IntPair, IntWritable> {
        @Override
        protected void reduce(IntPair key, Iterable<IntWritable> values, Context context)
                throws IOException, InterruptedException {
            int sum = 0;
            for (IntWritable value : values) {
                sum += value.get();
            }
            context.write(key, new IntWritable(sum));
        }
    }

    /** Adds up a whole group; the second half of the key is lost, so it is set to nothing. */
    public static final class SumOfGroup
            extends Reducer<IntPair, IntWritable, IntPair, IntWritable> {
        @Override
        protected void reduce(IntPair key, Iterable<IntWritable> values, Context context)
                throws IOException, InterruptedException {
            int sum = 0;
            for (IntWritable value : values) {
                sum += value.get();
            }
            IntPair group = new IntPair();
            group.set(key.getFirst(), 0);
            context.write(group, new IntWritable(sum));
        }
    }

    /** The sum for each pair of a group. */
    public static final class ShowPairs extends Reducer<IntPair, IntWritable, Text, IntWritable> {
        @Override
        protected void reduce(IntPair key, Iterable<IntWritable> values, Context context)
                throws IOException, InterruptedException {
            int second = key.getSecond();
            int sum = 0;
            for (IntWritable value : values) {
                if (key.getSecond() != second) {
                    context.write(new Text(key.getFirst() + "/" + second), new IntWritable(sum));
                    second = key.getSecond();
                    sum = 0;
                }
                sum += value.get();
            }
            context.write(new Text(key.getFirst() + "/" + second), new IntWritable(sum));
        }
    }

    /** Text output whose keys may be pairs, which have no text of their own. */
    public static final class PairText extends FileOutputFormat<Object, IntWritable> {
        @Override
        public RecordWriter<Object, IntWritable> getRecordWriter(TaskAttemptContext context)
                throws IOException {
            Path file = getDefaultWorkFile(context, "");
            OutputStream out = file.getFileSystem(context.getConfiguration()).create(file, false);
            return new RecordWriter<>() {
                @Override
                public void write(Object key, IntWritable value) throws IOException {
                    Object shown = key instanceof IntPair pair ? pair.getFirst() : key;
                    out.write((shown + "\t" + value + "\n").getBytes(StandardCharsets.UTF_8));
                }

                @Override
                public void close(TaskAttemptContext closing) throws IOException {
                    out.close();
                }
            };
        }
    }
}
