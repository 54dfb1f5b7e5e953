package io.millrace.cluster.gang;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.cluster.config.ClusterKeys;
import io.millrace.cluster.testing.LocalRun;
import io.millrace.cluster.testing.TextJobs;
import io.millrace.cluster.testing.YarnInJvm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapred.FileInputFormat;
import org.apache.hadoop.mapred.FileOutputFormat;
import org.apache.hadoop.mapred.JobClient;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.RunningJob;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.v2.MiniMRYarnCluster;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.fair.FairScheduler;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Two gangs at once, on a cluster with room for the workers of one and a half. Takes some minutes:
 * {@code -Dmillrace.test.cluster=true}.
 */
@EnabledIfSystemProperty(named = "millrace.test.cluster", matches = "true")
class TwoGangsIT {

    private static final int WORKERS = 4;

    /** Of a worker, and of an application master: two masters and six workers fill the node. */
    private static final int MEGABYTES = 512;

    private static final int NODE_MEGABYTES = 4096;
    private static final int START_SECONDS = 60;

    @TempDir Path work;

    /**
     * The capacity scheduler gives the first one all that it asks for, and the fair one gives each
     * a half.
     */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void theyRunInTurnOrOneSaysWhyItCannot(boolean fair) throws Exception {
        Path input = Files.createDirectory(work.resolve("in"));
        for (int file = 0; file < 2 * WORKERS; file++) {
            Files.writeString(input.resolve("text" + file), "to be or not to be\n".repeat(500));
        }
        LocalRun local = LocalRun.of(work, input, TextJobs::newWordCount);
        try (MiniMRYarnCluster cluster = YarnInJvm.start(work, NODE_MEGABYTES, scheduler(fair))) {
            List<String> names = List.of("one", "two");
            List<RunningJob> jobs = new ArrayList<>();
            for (String name : names) {
                jobs.add(submit(cluster, input, name));
            }
            int successes = 0;
            for (int i = 0; i < jobs.size(); i++) {
                successes += end(jobs.get(i), work.resolve(names.get(i)), local);
            }
            assertThat(successes).isPositive();
        }
    }

    /** 1 if the job has the right result, 0 if it says why it has none. */
    private static int end(RunningJob job, Path output, LocalRun local) throws IOException {
        job.waitForCompletion();
        if (job.isSuccessful()) {
            assertThat(LocalRun.parts(output)).isEqualTo(local.output());
            return 1;
        }
        assertThat(job.getFailureInfo()).contains("needs " + WORKERS + " workers at once");
        assertThat(output).isEmptyDirectory();
        return 0;
    }

    private static Configuration scheduler(boolean fair) {
        Configuration conf = new Configuration();
        if (fair) {
            conf.set(YarnConfiguration.RM_SCHEDULER, FairScheduler.class.getName());
            conf.setBoolean("yarn.scheduler.fair.user-as-default-queue", false);
            conf.setInt("yarn.scheduler.increment-allocation-mb", MEGABYTES);
        }
        return conf;
    }

    private RunningJob submit(MiniMRYarnCluster cluster, Path input, String name) throws Exception {
        JobConf conf = new JobConf(cluster.getConfig());
        conf.setJobName(name);
        conf.setBoolean(GangProvider.ASKED, true);
        conf.setInt(ClusterKeys.GANG_WORKERS.name(), WORKERS);
        conf.setInt(ClusterKeys.GANG_SLOTS.name(), 1);
        conf.setInt(ClusterKeys.GANG_START_SECONDS.name(), START_SECONDS);
        conf.setInt(MRJobConfig.MAP_MEMORY_MB, MEGABYTES);
        conf.setInt(MRJobConfig.REDUCE_MEMORY_MB, MEGABYTES);
        conf.setInt(MRJobConfig.MR_AM_VMEM_MB, MEGABYTES);
        conf.set(MRJobConfig.MAP_JAVA_OPTS, "-XX:TieredStopAtLevel=1");
        FileInputFormat.setInputPaths(conf, new org.apache.hadoop.fs.Path(input.toUri()));
        FileOutputFormat.setOutputPath(
                conf, new org.apache.hadoop.fs.Path(work.resolve(name).toUri()));
        TextJobs.newWordCount(conf);
        return new JobClient(conf).submitJob(conf);
    }
}
