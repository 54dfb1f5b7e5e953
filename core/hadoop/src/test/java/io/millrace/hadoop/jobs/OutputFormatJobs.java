package io.millrace.hadoop.jobs;

import io.millrace.hadoop.testing.JobCase;
import java.io.IOException;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.RecordWriter;
import org.apache.hadoop.mapred.lib.MultipleSequenceFileOutputFormat;
import org.apache.hadoop.mapred.lib.MultipleTextOutputFormat;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.lib.output.FilterOutputFormat;
import org.apache.hadoop.mapreduce.lib.output.LazyOutputFormat;
import org.apache.hadoop.mapreduce.lib.output.MapFileOutputFormat;
import org.apache.hadoop.mapreduce.lib.output.MultipleOutputs;
import org.apache.hadoop.mapreduce.lib.output.NullOutputFormat;
import org.apache.hadoop.mapreduce.lib.output.TextOutputFormat;
import org.apache.hadoop.util.Progressable;
import org.jspecify.annotations.Nullable;

/** Each output format of Hadoop's libraries that others do not show. */
public final class OutputFormatJobs {
    private OutputFormatJobs() {}

    /** Sorted files with an index. */
    public static JobCase mapFiles() {
        return JobCase.of(
                "map-files",
                input(),
                run -> {
                    Job job = run.newJob("map files");
                    job.setMapperClass(ReducerHabits.Parse.class);
                    job.setOutputKeyClass(IntWritable.class);
                    job.setOutputValueClass(Text.class);
                    job.setOutputFormatClass(MapFileOutputFormat.class);
                    job.setNumReduceTasks(2);
                    run.finish(job);
                });
    }

    /** No file for the tasks that write nothing. */
    public static JobCase lazily() {
        return JobCase.of(
                "lazy-output",
                input(),
                run -> {
                    Job job = run.newJob("lazy output");
                    job.setMapperClass(OddTasksOnly.class);
                    job.setOutputKeyClass(LongWritable.class);
                    job.setOutputValueClass(Text.class);
                    LazyOutputFormat.setOutputFormatClass(job, TextOutputFormat.class);
                    job.setNumReduceTasks(0);
                    run.finish(job);
                });
    }

    /** No output at all. */
    public static JobCase none() {
        return JobCase.of(
                "null-output",
                input(),
                run -> {
                    Job job = run.newJob("null output");
                    job.setMapperClass(ReducerHabits.Parse.class);
                    job.setOutputKeyClass(IntWritable.class);
                    job.setOutputValueClass(Text.class);
                    job.setOutputFormatClass(NullOutputFormat.class);
                    job.setNumReduceTasks(2);
                    run.finish(job);
                });
    }

    /** A format around another one. */
    public static JobCase filtered() {
        return JobCase.of(
                "filtered-output",
                input(),
                run -> {
                    Job job = run.newJob("filtered output");
                    job.setMapperClass(ReducerHabits.Parse.class);
                    job.setOutputKeyClass(IntWritable.class);
                    job.setOutputValueClass(Text.class);
                    job.setOutputFormatClass(Filtered.class);
                    job.setNumReduceTasks(2);
                    run.finish(job);
                });
    }

    /** Named outputs of the mappers of a job with reducers: they have to appear as well. */
    public static JobCase multipleOutputsOfMappers() {
        return JobCase.of(
                        "multiple-outputs-of-mappers",
                        input(),
                        run -> {
                            Job job = run.newJob("multiple outputs of mappers");
                            job.setMapperClass(Splitting.class);
                            job.setOutputKeyClass(LongWritable.class);
                            job.setOutputValueClass(Text.class);
                            MultipleOutputs.addNamedOutput(
                                    job,
                                    "short",
                                    TextOutputFormat.class,
                                    LongWritable.class,
                                    Text.class);
                            job.setNumReduceTasks(2);
                            run.finish(job);
                        })
                .inAnyOrder();
    }

    /** File names made from keys, in the old API; texts and SequenceFiles. */
    public static JobCase oldFilesByKey() {
        return JobCase.of(
                        "files-by-key-old",
                        input(),
                        run -> {
                            for (boolean text : new boolean[] {true, false}) {
                                JobConf job = run.oldJob("old files by key");
                                job.setMapperClass(ReducerHabits.OldParse.class);
                                job.setOutputKeyClass(IntWritable.class);
                                job.setOutputValueClass(Text.class);
                                job.setOutputFormat(text ? TextByKey.class : SequencesByKey.class);
                                job.setNumReduceTasks(2);
                                org.apache.hadoop.mapred.FileOutputFormat.setOutputPath(
                                        job,
                                        new org.apache.hadoop.fs.Path(
                                                run.output(), "text-" + text));
                                run.finish(job);
                            }
                        })
                .inAnyOrder();
    }

    /** Values of one key are equal, so that their order does not show. */
    private static JobCase.Input input() {
        return Corpora.lines(
                3,
                300,
                (number, random) -> {
                    int key = random.nextInt(60);
                    return key + "\tvalue of " + key;
                });
    }

    /** Passes the records of odd tasks on. */
    public static final class OddTasksOnly extends Mapper<LongWritable, Text, LongWritable, Text> {
        @Override
        protected void map(LongWritable position, Text line, Context context)
                throws IOException, InterruptedException {
            if (context.getTaskAttemptID().getTaskID().getId() % 2 == 1) {
                context.write(position, line);
            }
        }
    }

    /** Short lines beside, all lines on. */
    public static final class Splitting extends Mapper<LongWritable, Text, LongWritable, Text> {
        private @Nullable MultipleOutputs<LongWritable, Text> outputs;

        @Override
        protected void setup(Context context) {
            outputs = new MultipleOutputs<>(context);
        }

        @Override
        protected void map(LongWritable position, Text line, Context context)
                throws IOException, InterruptedException {
            if (outputs != null && line.getLength() < 12) {
                outputs.write("short", position, line);
            }
            context.write(position, line);
        }

        @Override
        protected void cleanup(Context context) throws IOException, InterruptedException {
            if (outputs != null) {
                outputs.close();
            }
        }
    }

    /** Text behind a filter that lets everything through. */
    public static final class Filtered extends FilterOutputFormat<IntWritable, Text> {
        public Filtered() {
            super(new TextOutputFormat<>());
        }
    }

    /** A text file for each last digit. */
    public static final class TextByKey extends MultipleTextOutputFormat<IntWritable, Text> {
        @Override
        protected String generateFileNameForKeyValue(IntWritable key, Text value, String name) {
            return "digit" + Math.abs(key.get() % 10) + "/" + name;
        }

        @Override
        public RecordWriter<IntWritable, Text> getRecordWriter(
                FileSystem files, JobConf job, String name, Progressable progress)
                throws IOException {
            return super.getRecordWriter(files, job, "by-" + name, progress);
        }
    }

    /** The same with SequenceFiles. */
    public static final class SequencesByKey
            extends MultipleSequenceFileOutputFormat<IntWritable, Text> {
        @Override
        protected String generateFileNameForKeyValue(IntWritable key, Text value, String name) {
            return name + "-" + Math.abs(key.get() % 10);
        }
    }
}
