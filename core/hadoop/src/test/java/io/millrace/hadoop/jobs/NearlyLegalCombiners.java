package io.millrace.hadoop.jobs;

import io.millrace.hadoop.testing.JobCase;
import java.io.IOException;
import java.util.Iterator;
import java.util.Locale;
import java.util.stream.Stream;
import org.apache.hadoop.examples.WordCount;
import org.apache.hadoop.io.DoubleWritable;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.WritableComparable;
import org.apache.hadoop.io.WritableComparator;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.MapReduceBase;
import org.apache.hadoop.mapred.OutputCollector;
import org.apache.hadoop.mapred.Reporter;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.Reducer;

/**
 * Combiners whose results depend on how often, in which order and by how many instances they are
 * called. Hadoop promises none of it, but calls them once for each spill, and people have them.
 */
@SuppressWarnings(
        "SameNameButDifferent") // Context is what Hadoop calls it, in mappers and reducers
public final class NearlyLegalCombiners {
    private NearlyLegalCombiners() {}

    /** All of them. */
    public static Stream<JobCase> all() {
        return Stream.of(
                means(),
                equalKeys(),
                // One run, as merging keys that are out of order depends on the order of equal
                // ones.
                words("combiner-changes-its-key", 1, LowerCasing.class),
                words("combiner-counts-its-calls", 3, CountingCalls.class),
                words("combiner-numbers-its-keys", 3, Numbering.class),
                words("combiner-emits-at-its-end", 3, EmittingAtEnd.class),
                words("combiner-keeps-its-first-values", 3, FirstThree.class),
                oldWords());
    }

    private static JobCase means() {
        return JobCase.of(
                "combiner-mean-of-means",
                Corpora.lines(
                        3, 4000, (number, random) -> random.nextInt(20) + " " + random.nextInt(99)),
                run -> {
                    Job job = run.newJob("means");
                    job.setMapperClass(Pairs.class);
                    job.setCombinerClass(Mean.class);
                    job.setReducerClass(RoundedMean.class);
                    job.setOutputKeyClass(IntWritable.class);
                    job.setOutputValueClass(DoubleWritable.class);
                    job.setNumReduceTasks(2);
                    run.finish(job);
                });
    }

    /** A sum that is known, of keys whose bytes may differ where the comparator sees none. */
    private static JobCase equalKeys() {
        return JobCase.of(
                "combiner-of-equal-keys",
                Corpora.zipf(3, 900, 700),
                run -> {
                    Job job = run.newJob("equal keys");
                    job.setMapperClass(CapitalWords.class);
                    job.setSortComparatorClass(WithoutCase.class);
                    job.setCombinerClass(WordCount.IntSumReducer.class);
                    job.setReducerClass(LowerSum.class);
                    job.setOutputKeyClass(Text.class);
                    job.setOutputValueClass(IntWritable.class);
                    job.setNumReduceTasks(2);
                    run.finish(job);
                });
    }

    private static JobCase words(
            String name,
            int files,
            Class<? extends Reducer<Text, IntWritable, Text, IntWritable>> combiner) {
        return JobCase.of(
                name,
                Corpora.zipf(files, 900, 700),
                run -> {
                    Job job = run.newJob(name);
                    job.setMapperClass(CapitalWords.class);
                    job.setCombinerClass(combiner);
                    job.setReducerClass(WordCount.IntSumReducer.class);
                    job.setOutputKeyClass(Text.class);
                    job.setOutputValueClass(IntWritable.class);
                    job.setNumReduceTasks(2);
                    run.finish(job);
                });
    }

    private static JobCase oldWords() {
        return JobCase.of(
                "combiner-numbers-its-keys-old",
                Corpora.zipf(3, 900, 700),
                run -> {
                    JobConf job = run.oldJob("numbers its keys, old");
                    job.setMapperClass(OldCapitalWords.class);
                    job.setCombinerClass(OldNumbering.class);
                    job.setReducerClass(ChainJobs.Adding.class);
                    job.setOutputKeyClass(Text.class);
                    job.setOutputValueClass(IntWritable.class);
                    job.setNumReduceTasks(2);
                    run.finish(job);
                });
    }

    /** The word, and with a capital. */
    public static final class CapitalWords extends Mapper<LongWritable, Text, Text, IntWritable> {
        @Override
        protected void map(LongWritable position, Text line, Context context)
                throws IOException, InterruptedException {
            for (String word : line.toString().split("\\s+", -1)) {
                context.write(new Text(word), new IntWritable(1));
                context.write(new Text(word.toUpperCase(Locale.ROOT)), new IntWritable(2));
            }
        }
    }

    /** The same in the old API. */
    public static final class OldCapitalWords extends MapReduceBase
            implements org.apache.hadoop.mapred.Mapper<LongWritable, Text, Text, IntWritable> {
        @Override
        public void map(
                LongWritable position,
                Text line,
                OutputCollector<Text, IntWritable> output,
                Reporter reporter)
                throws IOException {
            for (String word : line.toString().split("\\s+", -1)) {
                output.collect(new Text(word), new IntWritable(1));
                output.collect(new Text(word.toUpperCase(Locale.ROOT)), new IntWritable(2));
            }
        }
    }

    /** A number and what is to be averaged for it. */
    public static final class Pairs
            extends Mapper<LongWritable, Text, IntWritable, DoubleWritable> {
        @Override
        protected void map(LongWritable position, Text line, Context context)
                throws IOException, InterruptedException {
            String[] halves = line.toString().split(" ", -1);
            context.write(
                    new IntWritable(Integer.parseInt(halves[0])),
                    new DoubleWritable(Integer.parseInt(halves[1])));
        }
    }

    /** The mean of what may be means; wrong by as much as runs differ. */
    public static class Mean
            extends Reducer<IntWritable, DoubleWritable, IntWritable, DoubleWritable> {
        @Override
        protected void reduce(IntWritable key, Iterable<DoubleWritable> values, Context context)
                throws IOException, InterruptedException {
            double sum = 0;
            int count = 0;
            for (DoubleWritable value : values) {
                sum += value.get();
                count++;
            }
            context.write(key, new DoubleWritable(shown(sum / count)));
        }

        double shown(double mean) {
            return mean;
        }
    }

    /** Without the last digits, which depend on the order of the values. */
    public static final class RoundedMean extends Mean {
        @Override
        double shown(double mean) {
            return Math.round(mean * 1e9) / 1e9;
        }
    }

    /** Changes the key while it reads, and sees it come back with each value. */
    public static final class LowerCasing extends Reducer<Text, IntWritable, Text, IntWritable> {
        @Override
        protected void reduce(Text word, Iterable<IntWritable> counts, Context context)
                throws IOException, InterruptedException {
            int sum = 0;
            for (IntWritable count : counts) {
                if (sum == 3) {
                    context.write(word, new IntWritable(sum));
                    sum = 0;
                }
                sum += count.get();
                word.set(word.toString().toLowerCase(Locale.ROOT));
            }
            context.write(word, new IntWritable(sum));
        }
    }

    /** An order to which capitals are no others. */
    public static final class WithoutCase extends WritableComparator {
        public WithoutCase() {
            super(Text.class, true);
        }

        @Override
        @SuppressWarnings("rawtypes") // as Hadoop declares it
        public int compare(WritableComparable one, WritableComparable other) {
            return one.toString().compareToIgnoreCase(other.toString());
        }
    }

    /** The sum of each group, under its word without capitals. */
    public static final class LowerSum extends Reducer<Text, IntWritable, Text, IntWritable> {
        @Override
        protected void reduce(Text word, Iterable<IntWritable> counts, Context context)
                throws IOException, InterruptedException {
            int sum = 0;
            for (IntWritable count : counts) {
                sum += count.get();
            }
            context.write(new Text(word.toString().toLowerCase(Locale.ROOT)), new IntWritable(sum));
        }
    }

    /** Counts what is called, in counters of the job. */
    public static final class CountingCalls extends Reducer<Text, IntWritable, Text, IntWritable> {
        @Override
        protected void setup(Context context) {
            context.getCounter("combiner", "instances").increment(1);
        }

        @Override
        protected void reduce(Text word, Iterable<IntWritable> counts, Context context)
                throws IOException, InterruptedException {
            context.getCounter("combiner", "keys").increment(1);
            int sum = 0;
            for (IntWritable count : counts) {
                context.getCounter("combiner", "values").increment(1);
                sum += count.get();
            }
            context.write(word, new IntWritable(sum));
        }

        @Override
        protected void cleanup(Context context) {
            context.getCounter("combiner", "ends").increment(1);
        }
    }

    /** Adds to each sum how many keys came before it. */
    public static final class Numbering extends Reducer<Text, IntWritable, Text, IntWritable> {
        private int keys;

        @Override
        protected void reduce(Text word, Iterable<IntWritable> counts, Context context)
                throws IOException, InterruptedException {
            int sum = keys++;
            for (IntWritable count : counts) {
                sum += count.get();
            }
            context.write(word, new IntWritable(sum));
        }
    }

    /** Emits one sum of everything, under the last key. */
    public static final class EmittingAtEnd extends Reducer<Text, IntWritable, Text, IntWritable> {
        private final Text last = new Text();
        private int sum;

        @Override
        protected void reduce(Text word, Iterable<IntWritable> counts, Context context) {
            last.set(word);
            for (IntWritable count : counts) {
                sum += count.get();
            }
        }

        @Override
        protected void cleanup(Context context) throws IOException, InterruptedException {
            context.write(last, new IntWritable(sum));
        }
    }

    /** Lets three values of each key pass, and leaves the rest. */
    public static final class FirstThree extends Reducer<Text, IntWritable, Text, IntWritable> {
        @Override
        protected void reduce(Text word, Iterable<IntWritable> counts, Context context)
                throws IOException, InterruptedException {
            Iterator<IntWritable> values = counts.iterator();
            for (int i = 0; i < 3 && values.hasNext(); i++) {
                context.write(word, values.next());
            }
        }
    }

    /** Adds to each sum how many keys came before it, in the old API, from a field. */
    public static final class OldNumbering extends MapReduceBase
            implements org.apache.hadoop.mapred.Reducer<Text, IntWritable, Text, IntWritable> {
        private int keys;

        @Override
        public void reduce(
                Text word,
                Iterator<IntWritable> counts,
                OutputCollector<Text, IntWritable> output,
                Reporter reporter)
                throws IOException {
            int sum = keys++;
            while (counts.hasNext()) {
                sum += counts.next().get();
            }
            output.collect(word, new IntWritable(sum));
        }
    }
}
