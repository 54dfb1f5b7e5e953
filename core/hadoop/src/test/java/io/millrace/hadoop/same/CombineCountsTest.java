package io.millrace.hadoop.same;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.hadoop.jobs.SyntheticInput;
import io.millrace.hadoop.testing.EngineSetup;
import io.millrace.hadoop.testing.EngineSetup.Memory;
import io.millrace.hadoop.testing.Trial;
import io.millrace.hadoop.testing.Workspace;
import java.io.IOException;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.JobStatus.State;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.Partitioner;
import org.apache.hadoop.mapreduce.Reducer;
import org.apache.hadoop.mapreduce.TaskCounter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What combiners see and count, whatever collects for them. */
@SuppressWarnings("SameNameButDifferent") // Context is what Hadoop calls it, everywhere
final class CombineCountsTest {

    private static final int MAPS = 4;
    private static final int RECORDS = 6000;
    private static final int KEYS = 500;
    private static final int REDUCES = 3;

    /** Numbers under keys that come in no order. */
    static final class Scatters extends Mapper<IntWritable, LongWritable, Text, LongWritable> {
        @Override
        protected void map(IntWritable split, LongWritable number, Context context)
                throws IOException, InterruptedException {
            context.write(new Text("key " + number.get() * 7919 % KEYS), number);
        }
    }

    /** By a hash of our own, so that the combiner can tell partitions apart. */
    static final class ByHash extends Partitioner<Text, LongWritable> {
        @Override
        public int getPartition(Text key, LongWritable value, int partitions) {
            return Math.floorMod(key.hashCode(), partitions);
        }
    }

    /** Adds up; what the compiled code does is hidden from a scan by the way it loops. */
    static class Sums extends Reducer<Text, LongWritable, Text, LongWritable> {
        @Override
        protected void reduce(Text key, Iterable<LongWritable> values, Context context)
                throws IOException, InterruptedException {
            long sum = 0;
            for (LongWritable value : values) {
                sum += value.get();
            }
            context.write(key, new LongWritable(sum));
        }
    }

    /** Has to see a whole run, and checks that it is one: of one partition, keys rising. */
    static final class Checks extends Sums {
        private final Text last = new Text();
        private int partition = -1;

        @Override
        public void run(Context context) throws IOException, InterruptedException {
            while (context.nextKey()) {
                Text key = context.getCurrentKey();
                int its = Math.floorMod(key.hashCode(), context.getNumReduceTasks());
                boolean first = partition < 0;
                if (!first && (its != partition || key.compareTo(last) <= 0)) {
                    throw new IOException(
                            key + " of " + its + " after " + last + " of " + partition);
                }
                partition = its;
                last.set(key);
                reduce(key, context.getValues(), context);
            }
        }
    }

    @ParameterizedTest(name = "{0} {1} checks={2}")
    @CsvSource({
        "AMPLE,auto,false",
        "AMPLE,sort,false",
        "AMPLE,auto,true",
        "TINY,auto,false",
        "TINY,sort,false",
        "TINY,auto,true"
    })
    void whatReducersGetIsWhatWasEmittedWithoutWhatWasCombined(
            Memory memory, String collector, boolean checks) throws Exception {
        Trial trial =
                Trial.over(
                        "combine-counts",
                        Workspace.directory("no-input"),
                        EngineSetup.PLAIN.with(memory));
        Job job = trial.jobRun().newJob("combine counts");
        SyntheticInput.set(job.getConfiguration(), MAPS, RECORDS);
        job.getConfiguration().set("millrace.collector.kind", collector);
        job.setInputFormatClass(SyntheticInput.class);
        job.setMapperClass(Scatters.class);
        job.setPartitionerClass(ByHash.class);
        job.setCombinerClass(checks ? Checks.class : Sums.class);
        job.setReducerClass(Sums.class);
        job.setOutputKeyClass(Text.class);
        job.setOutputValueClass(LongWritable.class);
        job.setNumReduceTasks(REDUCES);
        Trial.End end = trial.finish(job);
        assertThat(end.state()).as(end.everything()).isEqualTo(State.SUCCEEDED);
        long emitted = end.counter(TaskCounter.MAP_OUTPUT_RECORDS);
        long in = end.counter(TaskCounter.COMBINE_INPUT_RECORDS);
        long out = end.counter(TaskCounter.COMBINE_OUTPUT_RECORDS);
        assertThat(emitted).isEqualTo((long) MAPS * RECORDS);
        assertThat(in).isPositive();
        assertThat(end.counter(TaskCounter.REDUCE_INPUT_RECORDS)).isEqualTo(emitted - in + out);
        assertThat(end.counter(TaskCounter.REDUCE_INPUT_GROUPS)).isEqualTo(KEYS);
    }
}
