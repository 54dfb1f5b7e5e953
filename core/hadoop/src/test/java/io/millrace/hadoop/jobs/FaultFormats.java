package io.millrace.hadoop.jobs;

import io.millrace.hadoop.jobs.PlannedFault.Place;
import java.io.DataInput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configurable;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.JobStatus;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.OutputCommitter;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.RecordWriter;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.TaskType;
import org.apache.hadoop.mapreduce.lib.input.FileSplit;
import org.apache.hadoop.mapreduce.lib.input.LineRecordReader;
import org.apache.hadoop.mapreduce.lib.input.TextInputFormat;
import org.apache.hadoop.mapreduce.lib.output.FileOutputCommitter;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.hadoop.mapreduce.lib.output.TextOutputFormat;
import org.jspecify.annotations.Nullable;

/** Text in, text out, and a committer, all of which fail where they are told to. */
final class FaultFormats {
    private FaultFormats() {}

    /** Lines of text. */
    static final class Input extends TextInputFormat {
        @Override
        public List<InputSplit> getSplits(JobContext context) throws IOException {
            PlannedFault.at(Place.GET_SPLITS, context.getConfiguration());
            List<InputSplit> splits = new ArrayList<>();
            for (InputSplit split : super.getSplits(context)) {
                splits.add(new Split((FileSplit) split));
            }
            return splits;
        }

        @Override
        public RecordReader<LongWritable, Text> createRecordReader(
                InputSplit split, TaskAttemptContext context) {
            PlannedFault.at(Place.READER_CREATE, context.getConfiguration());
            return new Reader(context.getConfiguration());
        }
    }

    /** A file split that may fail when a task reads it. */
    static final class Split extends FileSplit implements Configurable {
        private Configuration conf = new Configuration(false);

        Split() {}

        Split(FileSplit split) throws IOException {
            super(split.getPath(), split.getStart(), split.getLength(), split.getLocations());
        }

        @Override
        public void readFields(DataInput in) throws IOException {
            super.readFields(in);
            PlannedFault.at(Place.SPLIT_READ, conf);
        }

        @Override
        public void setConf(Configuration given) {
            conf = given;
        }

        @Override
        public Configuration getConf() {
            return conf;
        }
    }

    private static final class Reader extends RecordReader<LongWritable, Text> {
        private final LineRecordReader lines = new LineRecordReader();
        private final Configuration conf;
        private int read;

        private Reader(Configuration conf) {
            this.conf = conf;
        }

        @Override
        public void initialize(InputSplit split, TaskAttemptContext context) throws IOException {
            lines.initialize(split, context);
            PlannedFault.at(Place.READER_INITIALIZE, conf);
        }

        @Override
        public boolean nextKeyValue() throws IOException {
            at(Place.READER_NEXT);
            read++;
            return lines.nextKeyValue();
        }

        /** Fails once as many records have been read as are to be before a fault. */
        private void at(Place place) {
            if (read == FaultyJob.RECORD) {
                PlannedFault.at(place, conf);
            }
        }

        @Override
        public LongWritable getCurrentKey() {
            at(Place.READER_KEY);
            return lines.getCurrentKey();
        }

        @Override
        public Text getCurrentValue() {
            at(Place.READER_VALUE);
            return lines.getCurrentValue();
        }

        @Override
        public float getProgress() throws IOException {
            if (read >= FaultyJob.RECORD) { // progress is asked for at few records only
                PlannedFault.at(Place.READER_PROGRESS, conf);
            }
            return lines.getProgress();
        }

        @Override
        public void close() throws IOException {
            lines.close();
            PlannedFault.at(Place.READER_CLOSE, conf);
        }
    }

    /** Text, through a committer that may fail. */
    static final class Output extends FileOutputFormat<Text, Text> {
        private final TextOutputFormat<Text, Text> text = new TextOutputFormat<>();
        private @Nullable OutputCommitter committer;

        @Override
        public void checkOutputSpecs(JobContext context) throws IOException {
            PlannedFault.at(Place.CHECK_OUTPUT, context.getConfiguration());
            super.checkOutputSpecs(context);
        }

        @Override
        public RecordWriter<Text, Text> getRecordWriter(TaskAttemptContext context)
                throws IOException, InterruptedException {
            PlannedFault.at(Place.WRITER_OPEN, context.getConfiguration());
            return new Writer(text.getRecordWriter(context), context.getConfiguration());
        }

        @Override
        public synchronized OutputCommitter getOutputCommitter(TaskAttemptContext context)
                throws IOException {
            Configuration conf = context.getConfiguration();
            boolean ofTask = conf.get(MRJobConfig.TASK_ATTEMPT_ID) != null;
            PlannedFault.at(ofTask ? Place.TASK_COMMITTER_CREATE : Place.COMMITTER_CREATE, conf);
            if (committer == null) {
                committer = new Committer(context);
            }
            return committer;
        }
    }

    private static final class Writer extends RecordWriter<Text, Text> {
        private final RecordWriter<Text, Text> text;
        private final Configuration conf;
        private int written;

        private Writer(RecordWriter<Text, Text> text, Configuration conf) {
            this.text = text;
            this.conf = conf;
        }

        @Override
        public void write(Text key, Text value) throws IOException, InterruptedException {
            if (written++ == 1) {
                PlannedFault.at(Place.WRITER_WRITE, conf);
            }
            text.write(key, value);
        }

        @Override
        public void close(TaskAttemptContext context) throws IOException, InterruptedException {
            text.close(context);
            PlannedFault.at(Place.WRITER_CLOSE, conf);
        }
    }

    private static final class Committer extends FileOutputCommitter {
        private Committer(TaskAttemptContext context) throws IOException {
            super(FileOutputFormat.getOutputPath(context), context);
        }

        @Override
        public void setupJob(JobContext context) throws IOException {
            super.setupJob(context);
            PlannedFault.at(Place.SETUP_JOB, context.getConfiguration());
        }

        @Override
        public void setupTask(TaskAttemptContext context) throws IOException {
            super.setupTask(context);
            PlannedFault.at(Place.SETUP_TASK, context.getConfiguration());
        }

        @Override
        public boolean needsTaskCommit(TaskAttemptContext context) throws IOException {
            if (context.getTaskAttemptID().getTaskType() != TaskType.MAP) {
                PlannedFault.at(Place.NEEDS_TASK_COMMIT, context.getConfiguration());
            }
            return super.needsTaskCommit(context);
        }

        @Override
        public void commitTask(TaskAttemptContext context) throws IOException {
            PlannedFault.at(Place.COMMIT_TASK, context.getConfiguration());
            super.commitTask(context);
        }

        @Override
        public void abortTask(TaskAttemptContext context) throws IOException {
            super.abortTask(context);
            abort(context.getConfiguration());
        }

        @Override
        public void abortJob(JobContext context, JobStatus.State state) throws IOException {
            super.abortJob(context, state);
            abort(context.getConfiguration());
        }

        private static void abort(Configuration conf) {
            PlannedFault.atAbort(conf);
        }

        @Override
        public void commitJob(JobContext context) throws IOException {
            PlannedFault.at(Place.COMMIT_JOB, context.getConfiguration());
            super.commitJob(context);
        }
    }
}
