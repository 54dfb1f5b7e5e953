package io.millrace.hadoop.jobs;

import io.millrace.hadoop.testing.JobRun;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.JobStatus;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.OutputCommitter;
import org.apache.hadoop.mapreduce.OutputFormat;
import org.apache.hadoop.mapreduce.RecordWriter;
import org.apache.hadoop.mapreduce.Reducer;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.TaskInputOutputContext;
import org.apache.hadoop.mapreduce.TaskType;

/** A job whose committer, tasks and writers write down, in a file, when they are called. */
public final class CommitterCalls {
    /** Calls that fail, by the name that they are written down with. */
    public static final String FAILING = "test.calls.failing";

    private static final String FILE = "test.calls.file";

    private CommitterCalls() {}

    /** Two map tasks and {@code reduces} reduce tasks; calls go to {@code file}. */
    public static Job newJob(JobRun run, Path file, int reduces, String... failing)
            throws Exception {
        Job job = run.newJob("committer calls");
        SyntheticInput.set(job.getConfiguration(), 2, 10);
        job.getConfiguration().set(FILE, file.toString());
        job.getConfiguration().setStrings(FAILING, failing);
        job.setInputFormatClass(SyntheticInput.class);
        job.setMapperClass(Mapping.class);
        job.setReducerClass(Reducing.class);
        job.setOutputFormatClass(Output.class);
        job.setOutputKeyClass(IntWritable.class);
        job.setOutputValueClass(LongWritable.class);
        job.setNumReduceTasks(reduces);
        return job;
    }

    /** What was called, in order. */
    public static List<String> read(Path file) throws IOException {
        return Files.exists(file) ? Files.readAllLines(file) : List.of();
    }

    private static void called(Configuration conf, String call) throws IOException {
        write(Path.of(conf.get(FILE, "")), call);
        if (List.of(conf.getStrings(FAILING, "")).contains(call)) {
            throw new IOException("planned failure of " + call);
        }
    }

    private static void write(Path file, String line) {
        try {
            Files.writeString(
                    file, line + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write to " + file, e);
        }
    }

    private static void called(TaskAttemptContext context, String call) throws IOException {
        boolean map = context.getTaskAttemptID().getTaskType() == TaskType.MAP;
        called(
                context.getConfiguration(),
                "%s %s%d.%d"
                        .formatted(
                                call,
                                map ? "m" : "r",
                                context.getTaskAttemptID().getTaskID().getId(),
                                context.getTaskAttemptID().getId()));
    }

    private static void waitForKill(TaskInputOutputContext<?, ?, ?, ?> context)
            throws InterruptedException {
        if (context.getConfiguration().getBoolean("test.calls.wait", false)) {
            write(Path.of(context.getConfiguration().get(FILE, "") + ".waiting"), "waiting");
            Thread.sleep(Long.MAX_VALUE);
        }
    }

    /** Passes records on. */
    public static final class Mapping
            extends Mapper<IntWritable, LongWritable, IntWritable, LongWritable> {
        @Override
        protected void cleanup(Context context) throws IOException, InterruptedException {
            called(context, "map");
            waitForKill(context);
        }
    }

    /** Passes records on. */
    public static final class Reducing
            extends Reducer<IntWritable, LongWritable, IntWritable, LongWritable> {
        @Override
        protected void setup(Context context) throws IOException {
            called(context, "reduce");
        }
    }

    /** Writes nothing. */
    public static final class Output extends OutputFormat<Object, Object> {
        @Override
        public RecordWriter<Object, Object> getRecordWriter(TaskAttemptContext context)
                throws IOException {
            called(context, "open");
            return new RecordWriter<>() {
                @Override
                public void write(Object key, Object value) {}

                @Override
                public void close(TaskAttemptContext closing) throws IOException {
                    called(closing, "close");
                }
            };
        }

        @Override
        public void checkOutputSpecs(JobContext context) {}

        @Override
        public OutputCommitter getOutputCommitter(TaskAttemptContext context) {
            return new Committer();
        }
    }

    private static final class Committer extends OutputCommitter {
        @Override
        public void setupJob(JobContext job) throws IOException {
            called(job.getConfiguration(), "setupJob");
        }

        @Override
        public void commitJob(JobContext job) throws IOException {
            called(job.getConfiguration(), "commitJob");
        }

        @Override
        public void abortJob(JobContext job, JobStatus.State state) throws IOException {
            called(job.getConfiguration(), "abortJob " + state);
        }

        @Override
        public void setupTask(TaskAttemptContext task) throws IOException {
            called(task, "setupTask");
        }

        @Override
        public boolean needsTaskCommit(TaskAttemptContext task) {
            return task.getNumReduceTasks() == 0
                    || task.getTaskAttemptID().getTaskType() == TaskType.REDUCE;
        }

        @Override
        public void commitTask(TaskAttemptContext task) throws IOException {
            called(task, "commitTask");
        }

        @Override
        public void abortTask(TaskAttemptContext task) throws IOException {
            called(task, "abortTask");
        }
    }
}
