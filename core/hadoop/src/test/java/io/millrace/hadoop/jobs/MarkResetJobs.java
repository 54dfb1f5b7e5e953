package io.millrace.hadoop.jobs;

import io.millrace.hadoop.testing.JobCase;
import io.millrace.hadoop.testing.JobRun;
import java.io.IOException;
import java.util.Arrays;
import java.util.Random;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.MarkableIterator;
import org.apache.hadoop.mapreduce.Partitioner;
import org.apache.hadoop.mapreduce.Reducer;

/** Reducers that go back to a mark, over values that are larger than what Hadoop keeps of them. */
public final class MarkResetJobs {
    private static final int REDUCERS = 8;
    private static final int SPLITS = 3;
    private static final int VALUES = 40;
    private static final int VALUE_BYTES = 60_000;

    private MarkResetJobs() {}

    /** Eight reducers at once; nearly all values that they go back over are on disk. */
    public static JobCase bigValues() {
        return marking("marks-in-big-values", 100_000);
    }

    /** The same without any memory to keep values in. */
    public static JobCase onDisk() {
        return marking("marks-on-disk", 0);
    }

    private static JobCase marking(String name, int buffer) {
        return JobCase.of(name, JobCase.Input.NONE, run -> run.finish(newJob(run, name, buffer)));
    }

    private static Job newJob(JobRun run, String name, int buffer) throws Exception {
        Job job = run.newJob(name);
        SyntheticInput.set(job.getConfiguration(), SPLITS, VALUES);
        job.getConfiguration().setInt("mapreduce.reduce.markreset.buffer.size", buffer);
        job.getConfiguration().setInt("millrace.reduce.threads", REDUCERS);
        job.setInputFormatClass(SyntheticInput.class);
        job.setMapperClass(Big.class);
        job.setPartitionerClass(ByNumber.class);
        job.setReducerClass(GoingBack.class);
        job.setMapOutputKeyClass(IntWritable.class);
        job.setMapOutputValueClass(BytesWritable.class);
        job.setOutputKeyClass(IntWritable.class);
        job.setOutputValueClass(Text.class);
        job.setNumReduceTasks(REDUCERS);
        return job;
    }

    /** A big value for each of the reducers' keys, two keys each. */
    public static final class Big
            extends Mapper<IntWritable, LongWritable, IntWritable, BytesWritable> {
        @Override
        protected void map(IntWritable split, LongWritable number, Context context)
                throws IOException, InterruptedException {
            Random random = new Random(split.get() * 1000L + number.get());
            byte[] bytes = new byte[VALUE_BYTES / 2 + random.nextInt(VALUE_BYTES / 2)];
            random.nextBytes(bytes);
            int key = (int) (number.get() % (2 * REDUCERS));
            context.write(new IntWritable(key), new BytesWritable(bytes));
        }
    }

    /** Each reducer has its keys. */
    public static final class ByNumber extends Partitioner<IntWritable, BytesWritable> {
        @Override
        public int getPartition(IntWritable key, BytesWritable value, int partitions) {
            return key.get() % partitions;
        }
    }

    /** Reads to the end, goes back, and finds the same values again. */
    public static final class GoingBack
            extends Reducer<IntWritable, BytesWritable, IntWritable, Text> {
        @Override
        protected void reduce(IntWritable key, Iterable<BytesWritable> values, Context context)
                throws IOException, InterruptedException {
            MarkableIterator<BytesWritable> all = new MarkableIterator<>(values.iterator());
            all.mark();
            int[] first = hashes(all, Integer.MAX_VALUE);
            all.reset();
            int[] second = hashes(all, 2);
            all.mark();
            int[] third = hashes(all, Integer.MAX_VALUE);
            all.reset();
            int[] fourth = hashes(all, Integer.MAX_VALUE);
            boolean same =
                    Arrays.equals(second, Arrays.copyOf(first, second.length))
                            && Arrays.equals(third, fourth)
                            && Arrays.equals(
                                    third, Arrays.copyOfRange(first, second.length, first.length));
            context.write(
                    key,
                    new Text(
                            (same ? "the same " : "others of ")
                                    + first.length
                                    + ", together "
                                    + Arrays.stream(first).sum()));
        }

        private static int[] hashes(MarkableIterator<BytesWritable> values, int most) {
            int[] hashes = new int[SPLITS * VALUES];
            int count = 0;
            while (count < most && values.hasNext()) {
                hashes[count++] = values.next().hashCode();
            }
            return Arrays.copyOf(hashes, count);
        }
    }
}
