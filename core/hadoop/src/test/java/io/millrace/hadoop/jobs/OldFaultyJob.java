package io.millrace.hadoop.jobs;

import io.millrace.hadoop.jobs.PlannedFault.Place;
import io.millrace.hadoop.testing.JobRun;
import java.io.IOException;
import java.util.EnumSet;
import java.util.Iterator;
import java.util.Set;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.Mapper;
import org.apache.hadoop.mapred.OutputCollector;
import org.apache.hadoop.mapred.Reducer;
import org.apache.hadoop.mapred.Reporter;

/** The job of {@link FaultyJob} for the old API: fails where a {@link PlannedFault} says so. */
public final class OldFaultyJob {
    /** The places that this job has: old readers and mappers have no set-up of their own. */
    public static final Set<Place> PLACES =
            EnumSet.complementOf(EnumSet.of(Place.READER_INITIALIZE, Place.MAPPER_SETUP));

    private OldFaultyJob() {}

    /** The job without a fault; {@link PlannedFault#plan} adds one. */
    public static JobConf newJob(JobRun run, int reduces, boolean combines) {
        JobConf job = run.oldJob("old faulty");
        job.setInputFormat(OldFaultFormats.Input.class);
        job.setMapperClass(Numbers.class);
        job.setPartitionerClass(FaultRecords.Partition.class);
        job.setOutputKeyComparatorClass(FaultRecords.Sort.class);
        job.setOutputValueGroupingComparator(FaultRecords.Group.class);
        if (combines) {
            job.setCombinerClass(PassOn.class);
            job.set("millrace.combiner", "always");
        }
        job.setReducerClass(Tens.class);
        job.setOutputFormat(OldFaultFormats.Output.class);
        job.setOutputCommitter(OldFaultFormats.Committer.class);
        job.setMapOutputKeyClass(FaultRecords.Key.class);
        job.setMapOutputValueClass(FaultRecords.Value.class);
        job.setOutputKeyClass(Text.class);
        job.setOutputValueClass(Text.class);
        job.setNumReduceTasks(reduces);
        return job;
    }

    /** Each number as key and value; one record of each task carries the marks. */
    public static final class Numbers
            implements Mapper<LongWritable, Text, FaultRecords.Key, FaultRecords.Value> {
        private JobConf conf = new JobConf(false);
        private FaultRecords.Source source = new FaultRecords.Source(conf);

        public Numbers() {
            PlannedFault.inConstructor(Place.MAPPER_CONSTRUCTOR);
        }

        @Override
        public void configure(JobConf job) {
            conf = job;
            source = new FaultRecords.Source(job);
            PlannedFault.at(Place.MAPPER_SET_CONF, job);
        }

        @Override
        public void map(
                LongWritable position,
                Text line,
                OutputCollector<FaultRecords.Key, FaultRecords.Value> out,
                Reporter reporter)
                throws IOException {
            reporter.incrCounter("faulty", "lines", 1);
            source.next(line.toString());
            out.collect(source.key(), source.value());
        }

        @Override
        public void close() {
            PlannedFault.at(Place.MAPPER_CLEANUP, conf);
        }
    }

    /** A combiner that combines nothing. */
    public static final class PassOn
            implements Reducer<
                    FaultRecords.Key, FaultRecords.Value, FaultRecords.Key, FaultRecords.Value> {
        private JobConf conf = new JobConf(false);

        public PassOn() {
            PlannedFault.inConstructor(Place.COMBINER_CONSTRUCTOR);
        }

        @Override
        public void configure(JobConf job) {
            conf = job;
            PlannedFault.at(Place.COMBINER_SETUP, job);
        }

        @Override
        public void reduce(
                FaultRecords.Key key,
                Iterator<FaultRecords.Value> values,
                OutputCollector<FaultRecords.Key, FaultRecords.Value> out,
                Reporter reporter)
                throws IOException {
            PlannedFault.at(Place.COMBINE, conf);
            while (values.hasNext()) {
                out.collect(key, values.next());
            }
        }

        @Override
        public void close() {
            PlannedFault.at(Place.COMBINER_CLEANUP, conf);
        }
    }

    /** Counts by tens. */
    public static final class Tens
            implements Reducer<FaultRecords.Key, FaultRecords.Value, Text, Text> {
        private JobConf conf = new JobConf(false);

        public Tens() {
            PlannedFault.inConstructor(Place.REDUCER_CONSTRUCTOR);
        }

        @Override
        public void configure(JobConf job) {
            conf = job;
            PlannedFault.at(Place.REDUCER_SETUP, job);
        }

        @Override
        public void reduce(
                FaultRecords.Key key,
                Iterator<FaultRecords.Value> values,
                OutputCollector<Text, Text> out,
                Reporter reporter)
                throws IOException {
            PlannedFault.at(Place.REDUCE, conf);
            String tens = key.number / 10 + "x";
            int count = 0;
            while (values.hasNext()) {
                count += values.next().number >= 0 ? 1 : 0;
            }
            out.collect(new Text(tens), new Text(Integer.toString(count)));
        }

        @Override
        public void close() {
            PlannedFault.at(Place.REDUCER_CLEANUP, conf);
        }
    }
}
