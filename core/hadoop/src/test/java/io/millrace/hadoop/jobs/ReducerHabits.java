package io.millrace.hadoop.jobs;

import io.millrace.hadoop.testing.JobCase;
import io.millrace.hadoop.testing.JobRun;
import java.io.IOException;
import java.util.Iterator;
import java.util.NoSuchElementException;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.MapReduceBase;
import org.apache.hadoop.mapred.OutputCollector;
import org.apache.hadoop.mapred.Reporter;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.MarkableIterator;
import org.apache.hadoop.mapreduce.Reducer;
import org.jspecify.annotations.Nullable;

/** What reducers do with their values besides reading each once. */
@SuppressWarnings(
        "SameNameButDifferent") // Context is what Hadoop calls it, in mappers and reducers
public final class ReducerHabits {
    private ReducerHabits() {}

    /** Stops after a few values, or reads none. */
    public static JobCase partly() {
        return withReducer("partly-iterated", PartlyReading.class);
    }

    /** The same for the old API, which counts differently. */
    public static JobCase partlyOld() {
        return withOldReducer("partly-iterated-old", OldPartlyReading.class);
    }

    /**
     * Goes back to a mark in the middle and to the start; some values stay in memory, some do not.
     */
    public static JobCase twice() {
        return JobCase.of(
                "iterated-twice",
                input(),
                run -> {
                    Job job = newJob(run, "iterated twice", Rereading.class);
                    job.getConfiguration().setLong("mapreduce.reduce.markreset.buffer.size", 2000);
                    run.finish(job);
                });
    }

    /**
     * Asks for a second iterator, asks too much, and asks whether there is more again and again.
     */
    public static JobCase impolite() {
        return withReducer("impolite-iteration", Impolite.class);
    }

    /** Writes from set-up, with every value, and at the end. */
    public static JobCase writesAnywhere() {
        return withReducer("writes-anywhere", WritesAnywhere.class);
    }

    /** The same for the old API: the last record comes from {@code close}. */
    public static JobCase writesAnywhereOld() {
        return withOldReducer("writes-anywhere-old", OldWritesAnywhere.class);
    }

    /** Runs the loop over groups itself. */
    public static JobCase ownLoop() {
        return withReducer("own-loop", OwnLoop.class);
    }

    private static JobCase withReducer(
            String name, Class<? extends Reducer<IntWritable, Text, Text, Text>> reducer) {
        return JobCase.of(name, input(), run -> run.finish(newJob(run, name, reducer)));
    }

    private static JobCase withOldReducer(
            String name,
            Class<? extends org.apache.hadoop.mapred.Reducer<IntWritable, Text, Text, Text>>
                    reducer) {
        return JobCase.of(
                name,
                input(),
                run -> {
                    JobConf job = run.oldJob(name);
                    job.setMapperClass(OldParse.class);
                    job.setReducerClass(reducer);
                    job.setMapOutputKeyClass(IntWritable.class);
                    job.setMapOutputValueClass(Text.class);
                    job.setOutputKeyClass(Text.class);
                    job.setOutputValueClass(Text.class);
                    job.setNumReduceTasks(2);
                    run.finish(job);
                });
    }

    private static Job newJob(
            JobRun run,
            String name,
            Class<? extends Reducer<IntWritable, Text, Text, Text>> reducer)
            throws Exception {
        Job job = run.newJob(name);
        job.setMapperClass(Parse.class);
        job.setReducerClass(reducer);
        job.setMapOutputKeyClass(IntWritable.class);
        job.setMapOutputValueClass(Text.class);
        job.setOutputKeyClass(Text.class);
        job.setOutputValueClass(Text.class);
        job.setNumReduceTasks(2);
        return job;
    }

    /** Values of one key are equal, so that a reducer may show some of them. */
    private static JobCase.Input input() {
        return Corpora.lines(
                3,
                4000,
                (number, random) -> {
                    int key = (int) (Math.pow(random.nextDouble(), 3) * 400) - 100;
                    return key + "\tvalue of " + key;
                });
    }

    /** Key and value out of a line. */
    public static final class Parse extends Mapper<LongWritable, Text, IntWritable, Text> {
        @Override
        protected void map(LongWritable position, Text line, Context context)
                throws IOException, InterruptedException {
            String[] parts = line.toString().split("\t", -1);
            context.write(new IntWritable(Integer.parseInt(parts[0])), new Text(parts[1]));
        }
    }

    /** The same for the old API. */
    public static final class OldParse extends MapReduceBase
            implements org.apache.hadoop.mapred.Mapper<LongWritable, Text, IntWritable, Text> {
        @Override
        public void map(
                LongWritable position,
                Text line,
                OutputCollector<IntWritable, Text> out,
                Reporter reporter)
                throws IOException {
            String[] parts = line.toString().split("\t", -1);
            out.collect(new IntWritable(Integer.parseInt(parts[0])), new Text(parts[1]));
        }
    }

    /** Reads as many values as the key's last digit says. */
    public static final class PartlyReading extends Reducer<IntWritable, Text, Text, Text> {
        @Override
        protected void reduce(IntWritable key, Iterable<Text> values, Context context)
                throws IOException, InterruptedException {
            int wanted = Math.abs(key.get() % 10);
            Iterator<Text> iterator = values.iterator();
            int read = 0;
            while (read < wanted && iterator.hasNext()) {
                context.write(new Text(key.toString()), iterator.next());
                read++;
            }
            context.write(new Text(key + " read"), new Text(Integer.toString(read)));
        }
    }

    /** The same for the old API. */
    public static final class OldPartlyReading extends MapReduceBase
            implements org.apache.hadoop.mapred.Reducer<IntWritable, Text, Text, Text> {
        @Override
        public void reduce(
                IntWritable key,
                Iterator<Text> values,
                OutputCollector<Text, Text> out,
                Reporter reporter)
                throws IOException {
            int wanted = Math.abs(key.get() % 10);
            int read = 0;
            while (read < wanted && values.hasNext()) {
                out.collect(new Text(key.toString()), values.next());
                read++;
            }
            out.collect(new Text(key + " read"), new Text(Integer.toString(read)));
        }
    }

    /** Counts values from the start, from the middle, and from the start again. */
    public static final class Rereading extends Reducer<IntWritable, Text, Text, Text> {
        private static final int MIDDLE = 10;

        @Override
        protected void reduce(IntWritable key, Iterable<Text> values, Context context)
                throws IOException, InterruptedException {
            MarkableIterator<Text> iterator = new MarkableIterator<>(values.iterator());
            iterator.mark();
            long first = lengths(iterator, Integer.MAX_VALUE);
            iterator.reset();
            long begin = lengths(iterator, MIDDLE);
            iterator.mark();
            long rest = lengths(iterator, Integer.MAX_VALUE);
            iterator.reset();
            long again = lengths(iterator, Integer.MAX_VALUE);
            context.write(
                    new Text(key.toString()),
                    new Text(first + " = " + begin + " + " + rest + " = " + again));
        }

        private static long lengths(Iterator<Text> values, int limit) {
            long sum = 0;
            for (int i = 0; i < limit && values.hasNext(); i++) {
                sum += values.next().getLength();
            }
            return sum;
        }
    }

    /** Tries what iterators are not for. */
    public static final class Impolite extends Reducer<IntWritable, Text, Text, Text> {
        @Override
        protected void reduce(IntWritable key, Iterable<Text> values, Context context)
                throws IOException, InterruptedException {
            int first = 0;
            for (Text value : values) {
                first += value.getLength() > 0 ? 1 : 0;
                if (first == 3) {
                    break;
                }
            }
            Iterator<Text> second = values.iterator();
            int rest = 0;
            while (second.hasNext()) {
                boolean more = second.hasNext();
                rest += more ? 0 : 1000;
                second.next();
                rest++;
            }
            context.write(
                    new Text(key.toString()),
                    new Text(first + " " + rest + " " + past(second) + " " + second.hasNext()));
        }

        private static String past(Iterator<Text> ended) {
            try {
                return ended.next().toString();
            } catch (NoSuchElementException expected) {
                return expected.toString();
            }
        }
    }

    /** Shows key and value as they are at each moment. */
    public static final class WritesAnywhere extends Reducer<IntWritable, Text, Text, Text> {
        private long groups;

        @Override
        protected void setup(Context context) throws IOException, InterruptedException {
            context.write(
                    new Text("setup"),
                    new Text(context.getConfiguration().get("mapreduce.task.partition", "none")));
        }

        @Override
        protected void reduce(IntWritable key, Iterable<Text> values, Context context)
                throws IOException, InterruptedException {
            groups++;
            context.write(
                    new Text("before"),
                    new Text(context.getCurrentKey() + " " + context.getCurrentValue()));
            for (Text value : values) {
                context.write(new Text(key.toString()), value);
            }
            context.write(
                    new Text("after"),
                    new Text(context.getCurrentKey() + " " + context.getCurrentValue()));
        }

        @Override
        protected void cleanup(Context context) throws IOException, InterruptedException {
            context.write(new Text("cleanup"), new Text(Long.toString(groups)));
            context.getCounter("habits", "groups").increment(groups);
        }
    }

    /** The same for the old API; keeps the key, which changes behind its back. */
    public static final class OldWritesAnywhere extends MapReduceBase
            implements org.apache.hadoop.mapred.Reducer<IntWritable, Text, Text, Text> {
        private @Nullable OutputCollector<Text, Text> kept;
        private @Nullable IntWritable previous;

        @Override
        @SuppressWarnings("ReferenceEquality") // which object it is shows how keys are re-used
        public void reduce(
                IntWritable key,
                Iterator<Text> values,
                OutputCollector<Text, Text> out,
                Reporter reporter)
                throws IOException {
            kept = out;
            out.collect(
                    new Text("previous " + previous),
                    new Text("same object: " + (previous == key)));
            previous = key;
            while (values.hasNext()) {
                out.collect(new Text(key.toString()), values.next());
            }
        }

        @Override
        public void close() throws IOException {
            if (kept != null) {
                kept.collect(new Text("close"), new Text(String.valueOf(previous)));
            }
        }
    }

    /** Reads the first group of every three only. */
    public static final class OwnLoop extends Reducer<IntWritable, Text, Text, Text> {
        @Override
        public void run(Context context) throws IOException, InterruptedException {
            setup(context);
            int groups = 0;
            while (context.nextKey()) {
                if (groups++ % 3 == 0) {
                    reduce(context.getCurrentKey(), context.getValues(), context);
                }
            }
            cleanup(context);
        }

        @Override
        protected void reduce(IntWritable key, Iterable<Text> values, Context context)
                throws IOException, InterruptedException {
            for (Text value : values) {
                context.write(new Text(key.toString()), value);
            }
        }
    }
}
