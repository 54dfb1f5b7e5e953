package io.millrace.hadoop.jobs;

import io.millrace.hadoop.jobs.PlannedFault.Place;
import io.millrace.hadoop.testing.JobRun;
import java.io.IOException;
import java.util.Iterator;
import java.util.Set;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.Mapper;
import org.apache.hadoop.mapred.OutputCollector;
import org.apache.hadoop.mapred.Partitioner;
import org.apache.hadoop.mapred.Reducer;
import org.apache.hadoop.mapred.Reporter;

/**
 * The job of {@link FaultyJob} for the old API: counts numbers, and fails where a {@link
 * PlannedFault} says so.
 */
public final class OldFaultyJob {
    /** The places that this job has. */
    public static final Set<Place> PLACES =
            Set.of(
                    Place.READER_CREATE,
                    Place.READER_NEXT,
                    Place.READER_CLOSE,
                    Place.MAPPER_SET_CONF,
                    Place.MAP,
                    Place.MAPPER_CLEANUP,
                    Place.PARTITION,
                    Place.COMBINER_SETUP,
                    Place.COMBINE,
                    Place.REDUCER_SETUP,
                    Place.REDUCE,
                    Place.REDUCER_CLEANUP,
                    Place.WRITER_OPEN,
                    Place.WRITER_WRITE,
                    Place.WRITER_CLOSE,
                    Place.SETUP_JOB,
                    Place.SETUP_TASK,
                    Place.COMMIT_TASK,
                    Place.COMMIT_JOB);

    private OldFaultyJob() {}

    /** The job without a fault; {@link PlannedFault#plan} adds one. */
    public static JobConf newJob(JobRun run, int reduces, boolean combines) {
        JobConf job = run.oldJob("old faulty");
        job.setInputFormat(OldFaultFormats.Input.class);
        job.setMapperClass(Numbers.class);
        job.setPartitionerClass(ByHash.class);
        if (combines) {
            job.setCombinerClass(Combine.class);
            job.set("millrace.combiner", "always");
        }
        job.setReducerClass(Count.class);
        job.setOutputFormat(OldFaultFormats.Output.class);
        job.setOutputCommitter(OldFaultFormats.Committer.class);
        job.setOutputKeyClass(Text.class);
        job.setOutputValueClass(LongWritable.class);
        job.setNumReduceTasks(reduces);
        return job;
    }

    /** Each number with 1. */
    public static final class Numbers implements Mapper<LongWritable, Text, Text, LongWritable> {
        private JobConf conf = new JobConf(false);
        private int seen;

        @Override
        public void configure(JobConf job) {
            conf = job;
            PlannedFault.at(Place.MAPPER_SET_CONF, conf);
        }

        @Override
        public void map(
                LongWritable position,
                Text line,
                OutputCollector<Text, LongWritable> out,
                Reporter reporter)
                throws IOException {
            if (seen++ == FaultyJob.RECORD) {
                PlannedFault.at(Place.MAP, conf);
            }
            out.collect(line, new LongWritable(1));
        }

        @Override
        public void close() {
            PlannedFault.at(Place.MAPPER_CLEANUP, conf);
        }
    }

    /** By hash. */
    public static final class ByHash implements Partitioner<Text, LongWritable> {
        private JobConf conf = new JobConf(false);
        private int seen;

        @Override
        public void configure(JobConf job) {
            conf = job;
        }

        @Override
        public int getPartition(Text key, LongWritable value, int partitions) {
            if (seen++ == FaultyJob.RECORD) {
                PlannedFault.at(Place.PARTITION, conf);
            }
            return (key.hashCode() & Integer.MAX_VALUE) % partitions;
        }
    }

    /** Adds up; the subclasses say where faults are planned. */
    abstract static class Sum implements Reducer<Text, LongWritable, Text, LongWritable> {
        private final Place setup;
        private final Place call;
        private JobConf conf = new JobConf(false);

        Sum(Place setup, Place call) {
            this.setup = setup;
            this.call = call;
        }

        JobConf conf() {
            return conf;
        }

        @Override
        public void configure(JobConf job) {
            conf = job;
            PlannedFault.at(setup, conf);
        }

        @Override
        public void reduce(
                Text key,
                Iterator<LongWritable> values,
                OutputCollector<Text, LongWritable> out,
                Reporter reporter)
                throws IOException {
            PlannedFault.at(call, conf);
            long sum = 0;
            while (values.hasNext()) {
                sum += values.next().get();
            }
            out.collect(key, new LongWritable(sum));
        }

        @Override
        public void close() throws IOException {}
    }

    /** The combiner. */
    public static final class Combine extends Sum {
        public Combine() {
            super(Place.COMBINER_SETUP, Place.COMBINE);
        }
    }

    /** The reducer. */
    public static final class Count extends Sum {
        public Count() {
            super(Place.REDUCER_SETUP, Place.REDUCE);
        }

        @Override
        public void close() {
            PlannedFault.at(Place.REDUCER_CLEANUP, conf());
        }
    }
}
