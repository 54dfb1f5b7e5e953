package io.millrace.hadoop.jobs;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.Partitioner;
import org.apache.hadoop.mapreduce.lib.input.FileSplit;
import org.apache.hadoop.mapreduce.lib.input.TextInputFormat;

/** Classes that no job should have. */
public final class BadJobs {
    private BadJobs() {}

    /** Deletes the files once they are split. */
    public static final class VanishingInput extends TextInputFormat {
        @Override
        public List<InputSplit> getSplits(JobContext job) throws IOException {
            List<InputSplit> splits = super.getSplits(job);
            for (InputSplit split : splits) {
                Path file = ((FileSplit) split).getPath();
                file.getFileSystem(job.getConfiguration()).delete(file, false);
            }
            return splits;
        }
    }

    /** One partition too far. */
    public static final class TooFar extends Partitioner<Text, IntWritable> {
        @Override
        public int getPartition(Text key, IntWritable value, int partitions) {
            return partitions;
        }
    }

    /** Emits values of another class than the job says. */
    public static final class WrongValues extends Mapper<LongWritable, Text, Text, Text> {
        @Override
        protected void map(LongWritable position, Text line, Context context)
                throws IOException, InterruptedException {
            context.write(line, line);
        }
    }

    /** A key that nothing says how to compare. */
    public static final class Unordered implements Writable {
        @Override
        public void write(DataOutput out) {}

        @Override
        public void readFields(DataInput in) {}
    }
}
