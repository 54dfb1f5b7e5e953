package io.millrace.cluster.gang;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.cluster.testing.LocalRun;
import io.millrace.cluster.testing.TextJobs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapred.FileInputFormat;
import org.apache.hadoop.mapred.FileOutputFormat;
import org.apache.hadoop.mapred.JobClient;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.RunningJob;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.TaskCounter;
import org.apache.hadoop.mapreduce.v2.MiniMRYarnCluster;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Unmodified jobs inside a gang on YARN, beside Hadoop's local runner. */
class GangJobIT {

    private static final int FILES = 6;

    private static final List<TaskCounter> COUNTERS =
            List.of(
                    TaskCounter.MAP_INPUT_RECORDS,
                    TaskCounter.MAP_OUTPUT_RECORDS,
                    TaskCounter.REDUCE_INPUT_GROUPS,
                    TaskCounter.REDUCE_OUTPUT_RECORDS);

    @TempDir static Path work;

    private static MiniMRYarnCluster cluster;
    private static Path input;

    @BeforeAll
    static void start() throws IOException {
        input = Files.createDirectories(work.resolve("in"));
        Random random = new Random(3);
        for (int file = 0; file < FILES; file++) {
            StringBuilder text = new StringBuilder();
            for (int word = 0; word < 20_000; word++) {
                text.append('w').append(random.nextInt(3000)).append(word % 9 == 0 ? '\n' : ' ');
            }
            Files.writeString(input.resolve("text" + file), text);
        }
        Configuration conf = new Configuration();
        conf.setBoolean(YarnConfiguration.NM_VMEM_CHECK_ENABLED, false);
        conf.setFloat(YarnConfiguration.NM_MAX_PER_DISK_UTILIZATION_PERCENTAGE, 100);
        conf.setInt(YarnConfiguration.RM_SCHEDULER_MINIMUM_ALLOCATION_MB, 128);
        conf.setInt(YarnConfiguration.NM_PMEM_MB, 4096);
        conf.set(MRJobConfig.MR_AM_STAGING_DIR, work.resolve("staging").toString());
        cluster = new MiniMRYarnCluster("millrace");
        cluster.init(conf);
        cluster.start();
    }

    @AfterAll
    static void stop() {
        cluster.stop();
    }

    private static RunningJob submit(String name, Consumer<JobConf> job) throws IOException {
        JobConf conf = new JobConf(cluster.getConfig());
        conf.setJobName(name);
        conf.setBoolean(GangProvider.ASKED, true);
        conf.setInt(MRJobConfig.MAP_MEMORY_MB, 384);
        conf.setInt(MRJobConfig.REDUCE_MEMORY_MB, 384);
        conf.setInt(MRJobConfig.MR_AM_VMEM_MB, 512);
        conf.set(MRJobConfig.MAP_JAVA_OPTS, "-Xmx200m -XX:TieredStopAtLevel=1");
        FileInputFormat.setInputPaths(conf, new org.apache.hadoop.fs.Path(input.toUri()));
        FileOutputFormat.setOutputPath(
                conf, new org.apache.hadoop.fs.Path(work.resolve(name).toUri()));
        job.accept(conf);
        return new JobClient(conf).submitJob(conf);
    }

    private static RunningJob succeed(String name, Consumer<JobConf> job) throws IOException {
        RunningJob running = submit(name, job);
        running.waitForCompletion();
        assertThat(running.isSuccessful()).as(running.getFailureInfo()).isTrue();
        return running;
    }

    private static void assertSameAsLocally(String name, Consumer<JobConf> job) throws IOException {
        LocalRun local = LocalRun.of(work, input, job);
        RunningJob gang = succeed(name, job);
        assertThat(LocalRun.parts(work.resolve(name))).isEqualTo(local.output());
        assertThat(work.resolve(name).resolve("_SUCCESS")).exists();
        for (TaskCounter each : COUNTERS) {
            assertThat(gang.getCounters().getCounter(each))
                    .as(each.name())
                    .isEqualTo(local.counters().get(each));
        }
    }

    @Test
    void aJobOfTheNewApiIsAsInTheLocalRunner() throws Exception {
        assertSameAsLocally("new", TextJobs::newWordCount);
    }

    @Test
    void aJobOfTheOldApiIsAsInTheLocalRunner() throws Exception {
        assertSameAsLocally("old", TextJobs::combinedIndex);
    }

    @Test
    void aJobWithoutReducersIsAsInTheLocalRunner() throws Exception {
        assertSameAsLocally("maps", conf -> {
            TextJobs.index(conf);
            conf.setNumReduceTasks(0);
        });
    }
}
