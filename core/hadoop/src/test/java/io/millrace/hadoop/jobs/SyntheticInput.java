package io.millrace.hadoop.jobs;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.mapreduce.InputFormat;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;

/**
 * Splits without files: any number of map tasks, each of which reads (index of the split, number of
 * the record) as many times as it is told.
 */
public final class SyntheticInput extends InputFormat<IntWritable, LongWritable> {
    private static final String SPLITS = "test.synthetic.splits";
    private static final String RECORDS = "test.synthetic.records";

    /** Says how many splits, and how many records each has. */
    public static void set(Configuration conf, int splits, long records) {
        conf.setInt(SPLITS, splits);
        conf.setLong(RECORDS, records);
    }

    @Override
    public List<InputSplit> getSplits(JobContext context) {
        List<InputSplit> splits = new ArrayList<>();
        for (int i = 0; i < context.getConfiguration().getInt(SPLITS, 1); i++) {
            splits.add(new Split(i, context.getConfiguration().getLong(RECORDS, 1)));
        }
        return splits;
    }

    @Override
    public RecordReader<IntWritable, LongWritable> createRecordReader(
            InputSplit split, TaskAttemptContext context) {
        return new Reader();
    }

    /** All splits have the same length, so they keep their order. */
    public static final class Split extends InputSplit implements Writable {
        private int index;
        private long records;

        public Split() {}

        private Split(int index, long records) {
            this.index = index;
            this.records = records;
        }

        @Override
        public long getLength() {
            return records;
        }

        @Override
        public String[] getLocations() {
            return new String[0];
        }

        @Override
        public void write(DataOutput out) throws IOException {
            out.writeInt(index);
            out.writeLong(records);
        }

        @Override
        public void readFields(DataInput in) throws IOException {
            index = in.readInt();
            records = in.readLong();
        }
    }

    private static final class Reader extends RecordReader<IntWritable, LongWritable> {
        private final IntWritable index = new IntWritable();
        private final LongWritable number = new LongWritable(-1);
        private long records;

        @Override
        public void initialize(InputSplit split, TaskAttemptContext context) {
            index.set(((Split) split).index);
            records = ((Split) split).records;
        }

        @Override
        public boolean nextKeyValue() {
            number.set(number.get() + 1);
            return number.get() < records;
        }

        @Override
        public IntWritable getCurrentKey() {
            return index;
        }

        @Override
        public LongWritable getCurrentValue() {
            return number;
        }

        @Override
        public float getProgress() {
            return records == 0 ? 1 : Math.min(1, (float) number.get() / records);
        }

        @Override
        public void close() {}
    }
}
