package io.millrace.hadoop.jobs;

import io.millrace.hadoop.testing.JobCase;
import java.io.IOException;
import java.util.Iterator;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.MapReduceBase;
import org.apache.hadoop.mapred.OutputCollector;
import org.apache.hadoop.mapred.Reporter;
import org.apache.hadoop.mapred.lib.ChainMapper;
import org.apache.hadoop.mapred.lib.ChainReducer;
import org.apache.hadoop.mapred.lib.MultipleInputs;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;

/** Several mappers in a task, several formats in a job, jobs inside tasks. */
public final class ChainJobs {
    private ChainJobs() {}

    /** The old API's chain, by reference at one end and by value at the other. */
    public static JobCase oldChain() {
        return JobCase.of(
                "chain-old",
                Corpora.zipf(2, 400, 300),
                run -> {
                    JobConf job = run.oldJob("old chain");
                    JobConf own = new JobConf(false);
                    ChainMapper.addMapper(
                            job,
                            Tokens.class,
                            LongWritable.class,
                            Text.class,
                            Text.class,
                            IntWritable.class,
                            false,
                            own);
                    ChainMapper.addMapper(
                            job,
                            Shouting.class,
                            Text.class,
                            IntWritable.class,
                            Text.class,
                            IntWritable.class,
                            true,
                            own);
                    ChainReducer.setReducer(
                            job,
                            Adding.class,
                            Text.class,
                            IntWritable.class,
                            Text.class,
                            IntWritable.class,
                            true,
                            own);
                    ChainReducer.addMapper(
                            job,
                            Shouting.class,
                            Text.class,
                            IntWritable.class,
                            Text.class,
                            IntWritable.class,
                            false,
                            own);
                    job.setNumReduceTasks(2);
                    run.finish(job);
                });
    }

    /** Mappers of their own for each input, in the old API. */
    public static JobCase oldMultipleInputs() {
        return JobCase.of(
                "multiple-inputs-old",
                Corpora.zipf(2, 300, 200),
                run -> {
                    JobConf job = run.conf();
                    job.setJobName("old multiple inputs");
                    MultipleInputs.addInputPath(
                            job,
                            new Path(run.input(), "in-0.txt"),
                            org.apache.hadoop.mapred.TextInputFormat.class,
                            Tokens.class);
                    MultipleInputs.addInputPath(
                            job,
                            new Path(run.input(), "in-1.txt"),
                            org.apache.hadoop.mapred.lib.NLineInputFormat.class,
                            FirstTokens.class);
                    job.setReducerClass(Adding.class);
                    job.setOutputKeyClass(Text.class);
                    job.setOutputValueClass(IntWritable.class);
                    job.setInt("mapreduce.input.lineinputformat.linespermap", 100);
                    job.setNumReduceTasks(2);
                    org.apache.hadoop.mapred.FileOutputFormat.setOutputPath(job, run.output());
                    run.finish(job);
                });
    }

    /** Each task runs a job of its own, over its own split, and passes on what came out. */
    public static JobCase nested() {
        return JobCase.of(
                "nested",
                Corpora.zipf(2, 100, 50),
                run -> {
                    Job job = run.newJob("outer");
                    job.getConfiguration().set("test.nested.output", run.output() + "-inner");
                    job.setMapperClass(Submitting.class);
                    job.setOutputKeyClass(LongWritable.class);
                    job.setOutputValueClass(LongWritable.class);
                    job.setNumReduceTasks(1);
                    run.finish(job);
                });
    }

    /** Runs a job in its set-up. */
    public static final class Submitting
            extends Mapper<LongWritable, Text, LongWritable, LongWritable> {
        @Override
        protected void setup(Context context) throws IOException, InterruptedException {
            int task = context.getTaskAttemptID().getTaskID().getId();
            // A driver would start from its own configuration: it has what the cluster says.
            JobConf conf = new JobConf(context.getConfiguration());
            Job inner = Job.getInstance(conf, "inner");
            inner.setMapperClass(Mapper.class);
            inner.setOutputValueClass(Text.class);
            inner.setNumReduceTasks(1);
            FileInputFormat.setInputPaths(inner, FileInputFormat.getInputPaths(context));
            FileOutputFormat.setOutputPath(
                    inner,
                    new Path(conf.get("test.nested.output") + task + "-" + System.nanoTime()));
            try {
                if (!inner.waitForCompletion(false)) {
                    throw new IOException("the inner job failed: " + inner.getStatus());
                }
            } catch (ClassNotFoundException e) {
                throw new IOException("the inner job has no classes", e);
            }
            long lines =
                    inner.getCounters()
                            .findCounter(org.apache.hadoop.mapreduce.TaskCounter.MAP_INPUT_RECORDS)
                            .getValue();
            context.write(new LongWritable(task), new LongWritable(lines));
        }

        @Override
        protected void map(LongWritable position, Text line, Context context) {}
    }

    /** Each word with 1; keeps and re-uses its objects. */
    public static final class Tokens extends MapReduceBase
            implements org.apache.hadoop.mapred.Mapper<LongWritable, Text, Text, IntWritable> {
        private final Text word = new Text();
        private final IntWritable one = new IntWritable(1);

        @Override
        public void map(
                LongWritable position,
                Text line,
                OutputCollector<Text, IntWritable> out,
                Reporter reporter)
                throws IOException {
            for (String token : line.toString().split(" ", -1)) {
                word.set(token);
                out.collect(word, one);
            }
        }
    }

    /** The first word of each line. */
    public static final class FirstTokens extends MapReduceBase
            implements org.apache.hadoop.mapred.Mapper<LongWritable, Text, Text, IntWritable> {
        @Override
        public void map(
                LongWritable position,
                Text line,
                OutputCollector<Text, IntWritable> out,
                Reporter reporter)
                throws IOException {
            out.collect(new Text("first " + line.toString().split(" ", 2)[0]), new IntWritable(1));
        }
    }

    /** Changes the very objects that it is given. */
    public static final class Shouting extends MapReduceBase
            implements org.apache.hadoop.mapred.Mapper<Text, IntWritable, Text, IntWritable> {
        @Override
        public void map(
                Text word,
                IntWritable count,
                OutputCollector<Text, IntWritable> out,
                Reporter reporter)
                throws IOException {
            word.set(word + "!");
            count.set(count.get() * 3);
            out.collect(word, count);
        }
    }

    /** Adds up. */
    public static final class Adding extends MapReduceBase
            implements org.apache.hadoop.mapred.Reducer<Text, IntWritable, Text, IntWritable> {
        @Override
        public void reduce(
                Text word,
                Iterator<IntWritable> counts,
                OutputCollector<Text, IntWritable> out,
                Reporter reporter)
                throws IOException {
            int sum = 0;
            while (counts.hasNext()) {
                sum += counts.next().get();
            }
            out.collect(word, new IntWritable(sum));
        }
    }
}
