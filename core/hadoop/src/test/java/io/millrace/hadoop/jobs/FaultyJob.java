package io.millrace.hadoop.jobs;

import io.millrace.hadoop.jobs.PlannedFault.Place;
import io.millrace.hadoop.testing.JobCase;
import io.millrace.hadoop.testing.JobRun;
import java.io.IOException;
import org.apache.hadoop.conf.Configurable;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.Reducer;

/**
 * A small job that brings all of its classes, each of which fails where a {@link PlannedFault} says
 * so.
 */
@SuppressWarnings(
        "SameNameButDifferent") // Context is what Hadoop calls it, in mappers and reducers
public final class FaultyJob {
    /** Number of the record, from 0, at which a map task fails that fails in the middle. */
    public static final int RECORD = 37;

    /** Key of a job whose map tasks are to fail at another record. */
    public static final String AT_RECORD = "test.fault.record";

    private FaultyJob() {}

    /** Input of the job: two files of numbers. */
    public static JobCase.Input input() {
        return Corpora.lines(2, 200, (number, random) -> Integer.toString(random.nextInt(500)));
    }

    /** Input of more records than a tiny memory has room for. */
    public static JobCase.Input largeInput() {
        return Corpora.lines(
                2, 60_000, (number, random) -> Integer.toString(random.nextInt(100_000)));
    }

    /** The job without a fault; {@link PlannedFault#plan} adds one. */
    public static Job newJob(JobRun run, int reduces, boolean combines) throws Exception {
        Job job = run.newJob("faulty");
        job.setInputFormatClass(FaultFormats.Input.class);
        job.setMapperClass(Numbers.class);
        job.setPartitionerClass(FaultRecords.Partition.class);
        job.setSortComparatorClass(FaultRecords.Sort.class);
        job.setGroupingComparatorClass(FaultRecords.Group.class);
        if (combines) {
            job.setCombinerClass(PassOn.class);
            job.getConfiguration().set("millrace.combiner", "always");
        }
        job.setReducerClass(Tens.class);
        job.setOutputFormatClass(FaultFormats.Output.class);
        job.setMapOutputKeyClass(FaultRecords.Key.class);
        job.setMapOutputValueClass(FaultRecords.Value.class);
        job.setOutputKeyClass(Text.class);
        job.setOutputValueClass(Text.class);
        job.setNumReduceTasks(reduces);
        return job;
    }

    /** Each number as key and value; one record of each task carries the marks. */
    public static final class Numbers
            extends Mapper<LongWritable, Text, FaultRecords.Key, FaultRecords.Value>
            implements Configurable {
        private Configuration conf = new Configuration(false);
        private FaultRecords.Source source = new FaultRecords.Source(conf);

        public Numbers() {
            PlannedFault.inConstructor(Place.MAPPER_CONSTRUCTOR);
        }

        @Override
        public void setConf(Configuration given) {
            conf = given;
            source = new FaultRecords.Source(given);
            PlannedFault.at(Place.MAPPER_SET_CONF, given);
        }

        @Override
        public Configuration getConf() {
            return conf;
        }

        @Override
        protected void setup(Context context) {
            PlannedFault.at(Place.MAPPER_SETUP, conf);
        }

        @Override
        protected void map(LongWritable position, Text line, Context context)
                throws IOException, InterruptedException {
            context.getCounter("faulty", "lines").increment(1);
            source.next(line.toString());
            context.write(source.key(), source.value());
        }

        @Override
        protected void cleanup(Context context) {
            PlannedFault.at(Place.MAPPER_CLEANUP, conf);
        }
    }

    /** A combiner that combines nothing. */
    public static final class PassOn
            extends Reducer<
                    FaultRecords.Key, FaultRecords.Value, FaultRecords.Key, FaultRecords.Value> {
        public PassOn() {
            PlannedFault.inConstructor(Place.COMBINER_CONSTRUCTOR);
        }

        @Override
        protected void setup(Context context) {
            PlannedFault.at(Place.COMBINER_SETUP, context.getConfiguration());
        }

        @Override
        protected void reduce(
                FaultRecords.Key key, Iterable<FaultRecords.Value> values, Context context)
                throws IOException, InterruptedException {
            PlannedFault.at(Place.COMBINE, context.getConfiguration());
            for (FaultRecords.Value value : values) {
                context.write(key, value);
            }
        }

        @Override
        protected void cleanup(Context context) {
            PlannedFault.at(Place.COMBINER_CLEANUP, context.getConfiguration());
        }
    }

    /** Counts by tens. */
    public static final class Tens
            extends Reducer<FaultRecords.Key, FaultRecords.Value, Text, Text> {
        public Tens() {
            PlannedFault.inConstructor(Place.REDUCER_CONSTRUCTOR);
        }

        @Override
        protected void setup(Context context) {
            PlannedFault.at(Place.REDUCER_SETUP, context.getConfiguration());
        }

        @Override
        protected void reduce(
                FaultRecords.Key key, Iterable<FaultRecords.Value> values, Context context)
                throws IOException, InterruptedException {
            PlannedFault.at(Place.REDUCE, context.getConfiguration());
            int count = 0;
            for (FaultRecords.Value value : values) {
                count += value.number >= 0 ? 1 : 0;
            }
            context.write(new Text(key.number / 10 + "x"), new Text(Integer.toString(count)));
        }

        @Override
        protected void cleanup(Context context) {
            PlannedFault.at(Place.REDUCER_CLEANUP, context.getConfiguration());
        }
    }
}
