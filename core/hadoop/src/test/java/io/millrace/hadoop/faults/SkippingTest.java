package io.millrace.hadoop.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.hadoop.testing.Framework;
import io.millrace.hadoop.testing.Workspace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapred.FileInputFormat;
import org.apache.hadoop.mapred.FileOutputFormat;
import org.apache.hadoop.mapred.JobClient;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.MapReduceBase;
import org.apache.hadoop.mapred.Mapper;
import org.apache.hadoop.mapred.OutputCollector;
import org.apache.hadoop.mapred.Reporter;
import org.apache.hadoop.mapred.RunningJob;
import org.apache.hadoop.mapred.SkipBadRecords;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A job that asks to skip bad records, which no cluster does any more. */
final class SkippingTest {

    /** Stumbles over one record in every attempt. */
    static final class Stumbles extends MapReduceBase
            implements Mapper<LongWritable, Text, LongWritable, Text> {
        @Override
        public void map(
                LongWritable key,
                Text value,
                OutputCollector<LongWritable, Text> out,
                Reporter reporter)
                throws IOException {
            if (value.toString().equals("bad")) {
                throw new IOException("a bad record");
            }
            out.collect(key, value);
        }
    }

    @Test
    void aBadRecordFailsTheJobAllTheSame() throws Exception {
        try (JobClient client = new JobClient()) {
            RunningJob job = run(client, Framework.MILLRACE, "good\nbad\ngood\n");
            assertThat(job.isSuccessful()).isFalse();
            assertThat(job.getFailureInfo()).contains("a bad record");
        }
    }

    /** Programs of the old API look at what their runner counts then. */
    @ParameterizedTest
    @EnumSource(Framework.class)
    void processedRecordsAreCountedAsHadoopsRunnersCountThem(Framework framework) throws Exception {
        try (JobClient client = new JobClient()) {
            RunningJob job = run(client, framework, "good\ngood\ngood\n");
            assertThat(job.isSuccessful()).isTrue();
            assertThat(
                            job.getCounters()
                                    .findCounter(
                                            SkipBadRecords.COUNTER_GROUP,
                                            SkipBadRecords.COUNTER_MAP_PROCESSED_RECORDS)
                                    .getValue())
                    .isEqualTo(3);
        }
    }

    private static RunningJob run(JobClient client, Framework framework, String lines)
            throws Exception {
        Path directory = Workspace.directory("skipping");
        Path input = Files.createDirectory(directory.resolve("in"));
        Files.writeString(input.resolve("lines"), lines);
        JobConf conf = framework.newConf();
        conf.setMapperClass(Stumbles.class);
        conf.setNumReduceTasks(0);
        conf.setMaxMapAttempts(3);
        SkipBadRecords.setMapperMaxSkipRecords(conf, 1);
        SkipBadRecords.setAttemptsToStartSkipping(conf, 1);
        FileInputFormat.setInputPaths(conf, new org.apache.hadoop.fs.Path(input.toUri()));
        FileOutputFormat.setOutputPath(
                conf, new org.apache.hadoop.fs.Path(directory.resolve("out").toUri()));
        client.init(conf);
        RunningJob job = client.submitJob(conf);
        job.waitForCompletion();
        return job;
    }
}
