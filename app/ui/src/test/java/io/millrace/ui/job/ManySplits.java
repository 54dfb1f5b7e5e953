package io.millrace.ui.job;

import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.InputFormat;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;

/** As many splits as the job's number of maps asks for, of one record each. */
public final class ManySplits extends InputFormat<Text, IntWritable> {

    public static final String COUNT = "test.splits";

    @Override
    public List<InputSplit> getSplits(JobContext context) {
        List<InputSplit> splits = new ArrayList<>();
        for (int i = 0; i < context.getConfiguration().getInt(COUNT, 1); i++) {
            splits.add(new OneRecord());
        }
        return splits;
    }

    @Override
    public RecordReader<Text, IntWritable> createRecordReader(
            InputSplit split, TaskAttemptContext context) {
        return new OneRecordReader();
    }

    /** A split of nothing but one record. */
    public static final class OneRecord extends InputSplit
            implements org.apache.hadoop.io.Writable {

        @Override
        public long getLength() {
            return 1;
        }

        @Override
        public String[] getLocations() {
            return new String[0];
        }

        @Override
        public void write(java.io.DataOutput out) {}

        @Override
        public void readFields(java.io.DataInput in) {}
    }

    private static final class OneRecordReader extends RecordReader<Text, IntWritable> {

        private boolean read;

        @Override
        public void initialize(InputSplit split, TaskAttemptContext context) {}

        @Override
        public boolean nextKeyValue() {
            boolean more = !read;
            read = true;
            return more;
        }

        @Override
        public Text getCurrentKey() {
            return new Text(NullWritable.get().toString());
        }

        @Override
        public IntWritable getCurrentValue() {
            return new IntWritable(1);
        }

        @Override
        public float getProgress() {
            return read ? 1 : 0;
        }

        @Override
        public void close() {}
    }
}
