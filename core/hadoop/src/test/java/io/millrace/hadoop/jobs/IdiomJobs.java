package io.millrace.hadoop.jobs;

import io.millrace.hadoop.testing.JobCase;
import io.millrace.hadoop.testing.Trait;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.StringTokenizer;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.MapReduceBase;
import org.apache.hadoop.mapred.OutputCollector;
import org.apache.hadoop.mapred.Reporter;
import org.apache.hadoop.mapred.TaskAttemptID;
import org.apache.hadoop.mapreduce.Counter;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.Reducer;
import org.apache.hadoop.mapreduce.TaskCounter;
import org.apache.hadoop.mapreduce.lib.map.WrappedMapper;
import org.jspecify.annotations.Nullable;

/** Habits of existing jobs that need what Hadoop does, to the letter. */
public final class IdiomJobs {
    private IdiomJobs() {}

    /** Combines in the mapper and emits at the end. */
    public static JobCase combinesInMapper() {
        return words("combines-in-mapper", InMapper.class, Sum.class);
    }

    /** The same in the old API, with a collector and a reporter that were kept. */
    public static JobCase combinesInMapperOld() {
        return JobCase.of(
                "combines-in-mapper-old",
                Corpora.zipf(3, 400, 300),
                run -> {
                    JobConf job = run.oldJob("old combines in mapper");
                    job.setMapperClass(OldInMapper.class);
                    job.setReducerClass(ChainJobs.Adding.class);
                    job.setOutputKeyClass(Text.class);
                    job.setOutputValueClass(IntWritable.class);
                    job.setNumReduceTasks(2);
                    run.finish(job);
                });
    }

    /** A list of values, which are all the same object: a bug of many jobs, with this result. */
    public static JobCase keepsReferences() {
        return words("keeps-references", Words.class, Keeping.class);
    }

    /** A mapper that never asks for a record. */
    public static JobCase readsNothing() {
        return words("reads-nothing", ReadsNothing.class, Sum.class);
    }

    /** A mapper with threads of its own, which all emit. */
    public static JobCase emitsFromThreads() {
        return words("emits-from-threads", Threaded.class, Sum.class);
    }

    /** A mapper that asks the configuration which file it reads, and who it is. */
    public static JobCase asksWhereItIs() {
        return JobCase.of(
                "asks-where-it-is",
                Corpora.zipf(3, 400, 300),
                run -> {
                    JobConf job = run.oldJob("asks where it is");
                    job.setMapperClass(Asking.class);
                    job.setReducerClass(ChainJobs.Adding.class);
                    job.setOutputKeyClass(Text.class);
                    job.setOutputValueClass(IntWritable.class);
                    job.setNumReduceTasks(2);
                    run.finish(job);
                });
    }

    /** A mapper that goes around Hadoop's loop, and hands a wrapped context on. */
    public static JobCase wrapsItsContext() {
        return words("wraps-its-context", Wrapping.class, Sum.class);
    }

    /** Tasks that number their records by Hadoop's counters, asked for each time or kept. */
    public static JobCase numbersByCounters() {
        return words("numbers-by-counters", Counted.class, CountedGroups.class);
    }

    /** The same in the old API, by the names that the counters had then. */
    public static JobCase numbersByCountersOld() {
        return JobCase.of(
                "numbers-by-counters-old",
                Corpora.zipf(3, 400, 300),
                run -> {
                    JobConf job = run.oldJob("old numbers by counters");
                    job.setMapperClass(OldCounted.class);
                    job.setReducerClass(ChainJobs.Adding.class);
                    job.setOutputKeyClass(Text.class);
                    job.setOutputValueClass(IntWritable.class);
                    job.setNumReduceTasks(2);
                    run.finish(job);
                });
    }

    /** A combiner that is the reducer, behind a mapper that re-uses what it emits. */
    public static JobCase combinerIsReducer() {
        return JobCase.of(
                "combiner-is-reducer",
                Corpora.zipf(3, 400, 300),
                run -> {
                    Job job = run.newJob("combiner is reducer");
                    job.setMapperClass(Words.class);
                    job.setCombinerClass(Sum.class);
                    job.setReducerClass(Sum.class);
                    job.setOutputKeyClass(Text.class);
                    job.setOutputValueClass(IntWritable.class);
                    job.setNumReduceTasks(2);
                    run.finish(job);
                },
                Trait.COMBINES);
    }

    private static JobCase words(
            String name,
            Class<? extends Mapper<LongWritable, Text, Text, IntWritable>> mapper,
            Class<? extends Reducer<Text, IntWritable, Text, IntWritable>> reducer) {
        return JobCase.of(
                name,
                Corpora.zipf(3, 400, 300),
                run -> {
                    Job job = run.newJob(name);
                    job.setMapperClass(mapper);
                    job.setReducerClass(reducer);
                    job.setOutputKeyClass(Text.class);
                    job.setOutputValueClass(IntWritable.class);
                    job.setNumReduceTasks(2);
                    run.finish(job);
                });
    }

    /** Emits what the counters say at each line and at the end. */
    public static final class Counted extends Mapper<LongWritable, Text, Text, IntWritable> {
        private @Nullable Counter kept;

        @Override
        protected void map(LongWritable position, Text line, Context context)
                throws IOException, InterruptedException {
            Counter output = kept;
            if (output == null && line.getLength() % 5 == 0) {
                kept = context.getCounter(TaskCounter.MAP_OUTPUT_RECORDS);
            }
            if (output != null) {
                emit("kept", output, context);
            }
            if (line.getLength() % 3 == 0) {
                emit("input", context.getCounter(TaskCounter.MAP_INPUT_RECORDS), context);
            }
            context.write(new Text(line), new IntWritable(1));
        }

        @Override
        protected void cleanup(Context context) throws IOException, InterruptedException {
            emit("bytes", context.getCounter(TaskCounter.MAP_OUTPUT_BYTES), context);
            emit("output", context.getCounter(TaskCounter.MAP_OUTPUT_RECORDS), context);
        }

        private static void emit(String name, Counter counter, Context context)
                throws IOException, InterruptedException {
            context.write(new Text(name), new IntWritable((int) counter.getValue()));
        }
    }

    /** Adds up, and says what the counters say after each group. */
    public static final class CountedGroups extends Reducer<Text, IntWritable, Text, IntWritable> {
        @Override
        protected void reduce(Text key, Iterable<IntWritable> values, Context context)
                throws IOException, InterruptedException {
            int sum = 0;
            for (IntWritable value : values) {
                sum += value.get();
            }
            context.write(key, new IntWritable(sum));
            for (TaskCounter each :
                    List.of(
                            TaskCounter.REDUCE_INPUT_GROUPS,
                            TaskCounter.REDUCE_INPUT_RECORDS,
                            TaskCounter.REDUCE_OUTPUT_RECORDS)) {
                int count = (int) context.getCounter(each).getValue();
                context.write(new Text(each.name()), new IntWritable(count));
            }
        }
    }

    /** Numbers lines by the counter of lines read. */
    public static final class OldCounted extends MapReduceBase
            implements org.apache.hadoop.mapred.Mapper<LongWritable, Text, Text, IntWritable> {
        @Override
        public void map(
                LongWritable position,
                Text line,
                OutputCollector<Text, IntWritable> output,
                Reporter reporter)
                throws IOException {
            String group = "org.apache.hadoop.mapred.Task$Counter";
            int number = (int) reporter.getCounter(group, "MAP_INPUT_RECORDS").getValue();
            int emitted = (int) reporter.getCounter(TaskCounter.MAP_OUTPUT_RECORDS).getValue();
            output.collect(new Text("line " + number), new IntWritable(emitted));
            output.collect(line, new IntWritable(1));
        }
    }

    /** Each word with 1, in objects that are re-used. */
    public static class Words extends Mapper<LongWritable, Text, Text, IntWritable> {
        private final Text word = new Text();
        private final IntWritable one = new IntWritable();

        @Override
        protected void map(LongWritable position, Text line, Context context)
                throws IOException, InterruptedException {
            StringTokenizer words = new StringTokenizer(line.toString());
            while (words.hasMoreTokens()) {
                word.set(words.nextToken());
                one.set(1);
                context.write(word, one);
                word.set("changed behind the engine's back");
                one.set(-1);
            }
        }
    }

    /** Counts in a map of its own. */
    public static final class InMapper extends Mapper<LongWritable, Text, Text, IntWritable> {
        private final Map<String, Integer> counts = new HashMap<>();

        @Override
        protected void map(LongWritable position, Text line, Context context) {
            StringTokenizer words = new StringTokenizer(line.toString());
            while (words.hasMoreTokens()) {
                counts.merge(words.nextToken(), 1, Integer::sum);
            }
        }

        @Override
        protected void cleanup(Context context) throws IOException, InterruptedException {
            for (Map.Entry<String, Integer> count : counts.entrySet()) {
                context.write(new Text(count.getKey()), new IntWritable(count.getValue()));
            }
            context.getCounter("idiom", "distinct").increment(counts.size());
        }
    }

    /** The same for the old API. */
    public static final class OldInMapper extends MapReduceBase
            implements org.apache.hadoop.mapred.Mapper<LongWritable, Text, Text, IntWritable> {
        private final TreeMap<String, Integer> counts = new TreeMap<>();
        private @Nullable OutputCollector<Text, IntWritable> kept;
        private @Nullable Reporter reporter;

        @Override
        public void map(
                LongWritable position,
                Text line,
                OutputCollector<Text, IntWritable> out,
                Reporter given) {
            kept = out;
            reporter = given;
            StringTokenizer words = new StringTokenizer(line.toString());
            while (words.hasMoreTokens()) {
                counts.merge(words.nextToken(), 1, Integer::sum);
            }
        }

        @Override
        public void close() throws IOException {
            if (kept == null || reporter == null) {
                return;
            }
            for (Map.Entry<String, Integer> count : counts.entrySet()) {
                kept.collect(new Text(count.getKey()), new IntWritable(count.getValue()));
                reporter.incrCounter("idiom", "distinct", 1);
            }
        }
    }

    /** Adds up. */
    public static final class Sum extends Reducer<Text, IntWritable, Text, IntWritable> {
        @Override
        protected void reduce(Text word, Iterable<IntWritable> counts, Context context)
                throws IOException, InterruptedException {
            int sum = 0;
            for (IntWritable count : counts) {
                sum += count.get();
            }
            context.write(word, new IntWritable(sum));
        }
    }

    /** Keeps the values, and looks at them when all have been read. */
    public static final class Keeping extends Reducer<Text, IntWritable, Text, IntWritable> {
        @Override
        protected void reduce(Text word, Iterable<IntWritable> counts, Context context)
                throws IOException, InterruptedException {
            List<IntWritable> kept = new ArrayList<>();
            Iterator<IntWritable> each = counts.iterator();
            while (each.hasNext()) {
                IntWritable count = each.next();
                count.set(kept.size() + 1);
                kept.add(count);
            }
            int sum = 0;
            for (IntWritable count : kept) {
                sum += count.get();
            }
            context.write(word, new IntWritable(sum));
        }
    }

    /** Emits one record and reads none. */
    public static final class ReadsNothing extends Mapper<LongWritable, Text, Text, IntWritable> {
        @Override
        public void run(Context context) throws IOException, InterruptedException {
            context.write(
                    new Text("task " + context.getTaskAttemptID().getTaskID().getId()),
                    new IntWritable(1));
        }
    }

    /** Emits from two threads of its own, without a lock, and counts there. */
    public static final class Threaded extends Mapper<LongWritable, Text, Text, IntWritable> {
        private final ExecutorService threads = Executors.newFixedThreadPool(2);
        private final List<Future<?>> work = new ArrayList<>();

        @Override
        protected void map(LongWritable position, Text line, Context context) {
            String text = line.toString();
            work.add(
                    threads.submit(() -> {
                        StringTokenizer words = new StringTokenizer(text);
                        while (words.hasMoreTokens()) {
                            context.write(new Text(words.nextToken()), new IntWritable(1));
                        }
                        context.getCounter("idiom", "lines").increment(1);
                        context.progress();
                        return true;
                    }));
        }

        @Override
        protected void cleanup(Context context) throws IOException {
            threads.shutdown();
            try {
                for (Future<?> each : work) {
                    each.get();
                }
            } catch (Exception e) {
                throw new IOException("a thread of the mapper failed", e);
            }
        }
    }

    /** Emits what the configuration says of the task. */
    public static final class Asking extends MapReduceBase
            implements org.apache.hadoop.mapred.Mapper<LongWritable, Text, Text, IntWritable> {
        private JobConf conf = new JobConf(false);

        @Override
        public void configure(JobConf job) {
            conf = job;
        }

        @Override
        public void map(
                LongWritable position,
                Text line,
                OutputCollector<Text, IntWritable> out,
                Reporter reporter)
                throws IOException {
            String file = conf.get("map.input.file");
            TaskAttemptID attempt = TaskAttemptID.forName(conf.get("mapred.task.id"));
            String what =
                    file.substring(file.lastIndexOf('/') + 1)
                            + " of "
                            + conf.getLong("map.input.length", -1)
                            + " bytes is that of task "
                            + conf.getInt("mapred.task.partition", -1)
                            + ", "
                            + attempt.getTaskID().getId()
                            + " of "
                            + conf.getNumMapTasks()
                            + ", "
                            + reporter.getInputSplit().getLength();
            out.collect(new Text(what), new IntWritable(1));
        }
    }

    /** Runs another mapper by hand. */
    public static final class Wrapping extends Mapper<LongWritable, Text, Text, IntWritable> {
        @Override
        public void run(Context context) throws IOException, InterruptedException {
            new Words()
                    .run(
                            new WrappedMapper<LongWritable, Text, Text, IntWritable>()
                                    .getMapContext(context));
        }
    }
}
