package io.millrace.hadoop.jobs;

import io.millrace.hadoop.testing.JobCase;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Iterator;
import java.util.Objects;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.MapReduceBase;
import org.apache.hadoop.mapred.OutputCollector;
import org.apache.hadoop.mapred.Reporter;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.Reducer;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.hadoop.mapreduce.lib.output.LazyOutputFormat;
import org.apache.hadoop.mapreduce.lib.output.MultipleOutputs;
import org.apache.hadoop.mapreduce.lib.output.TextOutputFormat;
import org.jspecify.annotations.Nullable;

/** Output beside the part files. */
@SuppressWarnings(
        "SameNameButDifferent") // Context is what Hadoop calls it, in mappers and reducers
public final class SideOutputJobs {
    private SideOutputJobs() {}

    /** Named outputs of reducers, and no part file where nothing was written to it. */
    public static JobCase multipleOutputs() {
        return JobCase.of(
                        "multiple-outputs",
                        input(),
                        run -> {
                            Job job = run.newJob("multiple outputs");
                            job.setMapperClass(ReducerHabits.Parse.class);
                            job.setMapOutputKeyClass(IntWritable.class);
                            job.setReducerClass(ByDigit.class);
                            job.setOutputKeyClass(Text.class);
                            job.setOutputValueClass(Text.class);
                            LazyOutputFormat.setOutputFormatClass(job, TextOutputFormat.class);
                            MultipleOutputs.addNamedOutput(
                                    job, "even", TextOutputFormat.class, Text.class, Text.class);
                            MultipleOutputs.addNamedOutput(
                                    job, "odd", TextOutputFormat.class, Text.class, Text.class);
                            MultipleOutputs.setCountersEnabled(job, true);
                            job.setNumReduceTasks(2);
                            run.finish(job);
                        })
                .inAnyOrder();
    }

    /** The same for the old API. */
    public static JobCase multipleOutputsOld() {
        return JobCase.of(
                        "multiple-outputs-old",
                        input(),
                        run -> {
                            JobConf job = run.oldJob("old multiple outputs");
                            job.setMapperClass(ReducerHabits.OldParse.class);
                            job.setMapOutputKeyClass(IntWritable.class);
                            job.setReducerClass(OldByDigit.class);
                            job.setOutputKeyClass(Text.class);
                            job.setOutputValueClass(Text.class);
                            org.apache.hadoop.mapred.lib.MultipleOutputs.addMultiNamedOutput(
                                    job,
                                    "digit",
                                    org.apache.hadoop.mapred.TextOutputFormat.class,
                                    Text.class,
                                    Text.class);
                            org.apache.hadoop.mapred.lib.MultipleOutputs.setCountersEnabled(
                                    job, true);
                            job.setNumReduceTasks(2);
                            run.finish(job);
                        })
                .inAnyOrder();
    }

    /** Files that mappers of a job with reducers put into their work directory. */
    public static JobCase sideFiles() {
        return JobCase.of(
                        "side-files",
                        input(),
                        run -> {
                            Job job = run.newJob("side files");
                            job.setMapperClass(SideFile.class);
                            job.setOutputKeyClass(LongWritable.class);
                            job.setOutputValueClass(Text.class);
                            job.setNumReduceTasks(1);
                            run.finish(job);
                        })
                .inAnyOrder();
    }

    /** The same for the old API, without reducers. */
    public static JobCase sideFilesOld() {
        return JobCase.of(
                "side-files-old",
                input(),
                run -> {
                    JobConf job = run.oldJob("old side files");
                    job.setMapperClass(OldSideFile.class);
                    job.setOutputKeyClass(LongWritable.class);
                    job.setOutputValueClass(Text.class);
                    job.setNumReduceTasks(0);
                    run.finish(job);
                });
    }

    /** Another base name for the part files, and no mark of success. */
    public static JobCase otherNames() {
        return JobCase.of(
                        "other-names",
                        input(),
                        run -> {
                            Job job = run.newJob("other names");
                            job.getConfiguration().set("mapreduce.output.basename", "result");
                            job.getConfiguration()
                                    .setBoolean(
                                            "mapreduce.fileoutputcommitter.marksuccessfuljobs",
                                            false);
                            job.getConfiguration()
                                    .setInt("mapreduce.fileoutputcommitter.algorithm.version", 1);
                            job.setMapperClass(ReducerHabits.Parse.class);
                            job.setMapOutputKeyClass(IntWritable.class);
                            job.setMapOutputValueClass(Text.class);
                            job.setNumReduceTasks(3);
                            run.finish(job);
                        })
                .inAnyOrder();
    }

    private static JobCase.Input input() {
        return Corpora.lines(3, 300, Corpora.numbered(60));
    }

    /** To one of two named outputs, and to a path of the key's own. */
    public static final class ByDigit extends Reducer<IntWritable, Text, Text, Text> {
        private @Nullable MultipleOutputs<Text, Text> outputs;

        @Override
        protected void setup(Context context) {
            outputs = new MultipleOutputs<>(context);
        }

        @Override
        protected void reduce(IntWritable key, Iterable<Text> values, Context context)
                throws IOException, InterruptedException {
            MultipleOutputs<Text, Text> open = Objects.requireNonNull(outputs);
            for (Text value : values) {
                open.write(key.get() % 2 == 0 ? "even" : "odd", new Text(key.toString()), value);
                if (key.get() % 20 == 0) {
                    open.write(new Text(key.toString()), value, "tens/of-" + key);
                }
            }
        }

        @Override
        protected void cleanup(Context context) throws IOException, InterruptedException {
            Objects.requireNonNull(outputs).close();
        }
    }

    /** To a named output with the key's last digit, and to the part file. */
    public static final class OldByDigit extends MapReduceBase
            implements org.apache.hadoop.mapred.Reducer<IntWritable, Text, Text, Text> {
        private org.apache.hadoop.mapred.lib.@Nullable MultipleOutputs outputs;

        @Override
        public void configure(JobConf job) {
            outputs = new org.apache.hadoop.mapred.lib.MultipleOutputs(job);
        }

        @Override
        @SuppressWarnings("unchecked")
        public void reduce(
                IntWritable key,
                Iterator<Text> values,
                OutputCollector<Text, Text> out,
                Reporter reporter)
                throws IOException {
            OutputCollector<Object, Object> digit =
                    Objects.requireNonNull(outputs)
                            .getCollector("digit", Integer.toString(key.get() % 10), reporter);
            while (values.hasNext()) {
                Text value = values.next();
                digit.collect(new Text(key.toString()), value);
                out.collect(new Text(key.toString()), value);
            }
        }

        @Override
        public void close() throws IOException {
            Objects.requireNonNull(outputs).close();
        }
    }

    /** Writes a file of its own, beside passing records on. */
    public static final class SideFile extends Mapper<LongWritable, Text, LongWritable, Text> {
        @Override
        protected void cleanup(Context context) throws IOException, InterruptedException {
            Path work = FileOutputFormat.getWorkOutputPath(context);
            Path file = new Path(work, FileOutputFormat.getUniqueFile(context, "side", ".txt"));
            write(file.getFileSystem(context.getConfiguration()), file);
        }
    }

    /** The same for the old API. */
    public static final class OldSideFile extends MapReduceBase
            implements org.apache.hadoop.mapred.Mapper<LongWritable, Text, LongWritable, Text> {
        private JobConf conf = new JobConf(false);

        @Override
        public void configure(JobConf job) {
            conf = job;
        }

        @Override
        public void map(
                LongWritable key,
                Text value,
                OutputCollector<LongWritable, Text> out,
                Reporter reporter)
                throws IOException {
            out.collect(key, value);
        }

        @Override
        public void close() throws IOException {
            Path file =
                    org.apache.hadoop.mapred.FileOutputFormat.getPathForCustomFile(conf, "side");
            write(file.getFileSystem(conf), file);
        }
    }

    private static void write(FileSystem fileSystem, Path file) throws IOException {
        try (OutputStream out = fileSystem.create(file, false)) {
            out.write(("side file " + file.getName() + "\n").getBytes(StandardCharsets.UTF_8));
        }
    }
}
