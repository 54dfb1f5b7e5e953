package io.millrace.hadoop.jobs;

import io.millrace.hadoop.jobs.PlannedFault.Place;
import java.io.DataInput;
import java.io.IOException;
import org.apache.hadoop.conf.Configurable;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapred.FileOutputCommitter;
import org.apache.hadoop.mapred.FileSplit;
import org.apache.hadoop.mapred.InputSplit;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.JobContext;
import org.apache.hadoop.mapred.RecordReader;
import org.apache.hadoop.mapred.RecordWriter;
import org.apache.hadoop.mapred.Reporter;
import org.apache.hadoop.mapred.TaskAttemptContext;
import org.apache.hadoop.mapred.TextInputFormat;
import org.apache.hadoop.mapred.TextOutputFormat;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.TaskType;
import org.apache.hadoop.util.Progressable;

/**
 * Text in, text out, and a committer, for the old API, all of which fail where they are told to.
 */
final class OldFaultFormats {
    private OldFaultFormats() {}

    /** Lines of text. */
    static final class Input extends TextInputFormat {
        @Override
        public InputSplit[] getSplits(JobConf job, int hint) throws IOException {
            PlannedFault.at(Place.GET_SPLITS, job);
            InputSplit[] splits = super.getSplits(job, hint);
            for (int i = 0; i < splits.length; i++) {
                splits[i] = new Split((FileSplit) splits[i]);
            }
            return splits;
        }

        @Override
        public RecordReader<LongWritable, Text> getRecordReader(
                InputSplit split, JobConf job, Reporter reporter) throws IOException {
            PlannedFault.at(Place.READER_CREATE, job);
            return new Reader(super.getRecordReader(split, job, reporter), job);
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

    private static final class Reader implements RecordReader<LongWritable, Text> {
        private final RecordReader<LongWritable, Text> lines;
        private final JobConf conf;
        private int read;

        private Reader(RecordReader<LongWritable, Text> lines, JobConf conf) {
            this.lines = lines;
            this.conf = conf;
        }

        @Override
        public boolean next(LongWritable key, Text value) throws IOException {
            if (read++ == FaultyJob.RECORD) {
                PlannedFault.at(Place.READER_NEXT, conf);
            }
            return lines.next(key, value);
        }

        @Override
        public LongWritable createKey() {
            PlannedFault.at(Place.READER_KEY, conf);
            return lines.createKey();
        }

        @Override
        public Text createValue() {
            PlannedFault.at(Place.READER_VALUE, conf);
            return lines.createValue();
        }

        @Override
        public long getPos() throws IOException {
            return lines.getPos();
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

    /** Text. */
    static final class Output extends TextOutputFormat<Text, Text> {
        @Override
        public void checkOutputSpecs(FileSystem ignored, JobConf job) throws IOException {
            PlannedFault.at(Place.CHECK_OUTPUT, job);
            super.checkOutputSpecs(ignored, job);
        }

        @Override
        public RecordWriter<Text, Text> getRecordWriter(
                FileSystem ignored, JobConf job, String name, Progressable progress)
                throws IOException {
            PlannedFault.at(Place.WRITER_OPEN, job);
            return new Writer(super.getRecordWriter(ignored, job, name, progress), job);
        }
    }

    private static final class Writer implements RecordWriter<Text, Text> {
        private final RecordWriter<Text, Text> text;
        private final JobConf conf;
        private int written;

        private Writer(RecordWriter<Text, Text> text, JobConf conf) {
            this.text = text;
            this.conf = conf;
        }

        @Override
        public void write(Text key, Text value) throws IOException {
            if (written++ == 1) {
                PlannedFault.at(Place.WRITER_WRITE, conf);
            }
            text.write(key, value);
        }

        @Override
        public void close(Reporter reporter) throws IOException {
            text.close(reporter);
            PlannedFault.at(Place.WRITER_CLOSE, conf);
        }
    }

    /** Hadoop's own, where it does not fail. */
    static final class Committer extends FileOutputCommitter implements Configurable {
        private Configuration conf = new Configuration(false);

        @Override
        public void setConf(Configuration given) {
            conf = given;
            boolean ofTask = given.get(MRJobConfig.TASK_ATTEMPT_ID) != null;
            PlannedFault.at(ofTask ? Place.TASK_COMMITTER_CREATE : Place.COMMITTER_CREATE, given);
        }

        @Override
        public Configuration getConf() {
            return conf;
        }

        @Override
        public void setupJob(JobContext context) throws IOException {
            super.setupJob(context);
            PlannedFault.at(Place.SETUP_JOB, context.getJobConf());
        }

        @Override
        public void setupTask(TaskAttemptContext context) throws IOException {
            super.setupTask(context);
            PlannedFault.at(Place.SETUP_TASK, context.getJobConf());
        }

        @Override
        public boolean needsTaskCommit(TaskAttemptContext context) throws IOException {
            if (context.getTaskAttemptID().getTaskType() != TaskType.MAP) {
                PlannedFault.at(Place.NEEDS_TASK_COMMIT, context.getJobConf());
            }
            return super.needsTaskCommit(context);
        }

        @Override
        public void commitTask(TaskAttemptContext context) throws IOException {
            PlannedFault.at(Place.COMMIT_TASK, context.getJobConf());
            super.commitTask(context);
        }

        @Override
        public void abortTask(TaskAttemptContext context) throws IOException {
            super.abortTask(context);
            PlannedFault.atAbort(context.getJobConf());
        }

        @Override
        public void abortJob(JobContext context, int state) throws IOException {
            super.abortJob(context, state);
            PlannedFault.atAbort(context.getJobConf());
        }

        @Override
        public void commitJob(JobContext context) throws IOException {
            PlannedFault.at(Place.COMMIT_JOB, context.getJobConf());
            super.commitJob(context);
        }
    }
}
