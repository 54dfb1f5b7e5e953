package io.millrace.hadoop.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.hadoop.jobs.SyntheticInput;
import io.millrace.hadoop.testing.Framework;
import io.millrace.hadoop.testing.JobRun;
import io.millrace.hadoop.testing.Workspace;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What Hadoop's committer leaves of a job, with both of its algorithms. */
@SuppressWarnings("SameNameButDifferent") // Context is what Hadoop calls it
final class CommittedOutputTest {

    private static final String FAILS = "test.fails";

    /** Writes where its work directory is; the second task may fail. */
    static final class Tells extends Mapper<IntWritable, LongWritable, Text, Text> {
        @Override
        protected void map(IntWritable split, LongWritable number, Context context)
                throws IOException, InterruptedException {
            context.write(
                    new Text(context.getTaskAttemptID().toString()),
                    new Text(FileOutputFormat.getWorkOutputPath(context).toUri().getPath()));
            if (split.get() == 1 && context.getConfiguration().getBoolean(FAILS, false)) {
                throw new IOException("as told");
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void aFailedJobLeavesWhatTheLocalRunnerLeaves(int algorithm) throws Exception {
        List<String> expected = filesOfFailed(Framework.LOCAL, algorithm);
        assertThat(filesOfFailed(Framework.MILLRACE, algorithm)).isEqualTo(expected);
        assertThat(expected)
                .isEqualTo(
                        algorithm == 1 ? List.of() : List.of(".part-m-00000.crc", "part-m-00000"));
    }

    private static List<String> filesOfFailed(Framework framework, int algorithm) throws Exception {
        JobRun run = run(framework, algorithm);
        Job job = job(run);
        job.getConfiguration().setBoolean(FAILS, true);
        assertThat(job.waitForCompletion(false)).isFalse();
        return files(run);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void anAttemptWritesWhereOneOfAClustersFirstApplicationMasterWould(int algorithm)
            throws Exception {
        JobRun run = run(Framework.MILLRACE, algorithm);
        assertThat(job(run).waitForCompletion(false)).isTrue();
        assertThat(files(run))
                .contains("_SUCCESS", "part-m-00000", "part-m-00001")
                .noneMatch(name -> name.contains("_temporary"));
        Path output = Path.of(run.output().toUri());
        for (String part : List.of("part-m-00000", "part-m-00001")) {
            String[] line =
                    java.nio.file.Files.readString(output.resolve(part)).strip().split("\t", -1);
            assertThat(line[1]).isEqualTo(output + "/_temporary/0/_temporary/" + line[0]);
        }
    }

    /** One map task after the other, each tried once. */
    private static JobRun run(Framework framework, int algorithm) {
        var conf = framework.newConf();
        conf.setInt("mapreduce.fileoutputcommitter.algorithm.version", algorithm);
        conf.setInt("mapreduce.local.map.tasks.maximum", 1);
        conf.setInt("millrace.map.threads", 1);
        conf.setMaxMapAttempts(1);
        Path directory = Workspace.directory("committed");
        return new JobRun(
                conf,
                new org.apache.hadoop.fs.Path(directory.toUri()),
                new org.apache.hadoop.fs.Path(directory.resolve("out").toUri()));
    }

    private static Job job(JobRun run) throws Exception {
        Job job = run.newJob("committed");
        SyntheticInput.set(job.getConfiguration(), 2, 1);
        job.setInputFormatClass(SyntheticInput.class);
        job.setMapperClass(Tells.class);
        job.setOutputKeyClass(Text.class);
        job.setOutputValueClass(Text.class);
        job.setNumReduceTasks(0);
        return job;
    }

    private static List<String> files(JobRun run) {
        Path output = Path.of(run.output().toUri());
        return Workspace.filesBelow(output).stream()
                .map(file -> output.relativize(file).toString())
                .toList();
    }
}
