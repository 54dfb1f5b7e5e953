package io.millrace.cluster.gang;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.cluster.config.ClusterKeys;
import io.millrace.cluster.testing.LocalRun;
import io.millrace.cluster.testing.TextJobs;
import io.millrace.cluster.testing.YarnInJvm;
import io.millrace.testing.Await;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapred.FileInputFormat;
import org.apache.hadoop.mapred.FileOutputFormat;
import org.apache.hadoop.mapred.JobClient;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.JobStatus;
import org.apache.hadoop.mapred.MapReduceBase;
import org.apache.hadoop.mapred.Mapper;
import org.apache.hadoop.mapred.OutputCollector;
import org.apache.hadoop.mapred.Reporter;
import org.apache.hadoop.mapred.RunningJob;
import org.apache.hadoop.mapred.TaskCompletionEvent;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.v2.MiniMRYarnCluster;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.fair.FairScheduler;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Three gangs at once, on a cluster with room for the workers of one and a half. Takes some
 * minutes: {@code -Dmillrace.test.cluster=true}.
 */
@EnabledIfSystemProperty(named = "millrace.test.cluster", matches = "true")
class ThreeGangsIT {

    private static final int WORKERS = 4;
    private static final int ROOM = 6;

    /** Of a worker, and of an application master: four masters and the workers fill the node. */
    private static final int MEGABYTES = 512;

    @TempDir Path work;

    /** Fills the cluster until all gangs ask for containers. */
    static final class Waits extends MapReduceBase
            implements Mapper<LongWritable, Text, Text, Text> {
        private Path reached = Path.of("");
        private Path released = Path.of("");

        @Override
        public void configure(JobConf conf) {
            reached = Path.of(conf.get("test.reached"));
            released = Path.of(conf.get("test.released"));
        }

        @Override
        public void map(
                LongWritable key, Text line, OutputCollector<Text, Text> out, Reporter reporter)
                throws IOException {
            Files.write(reached, new byte[0]);
            while (!Files.exists(released)) {
                LockSupport.parkNanos(1_000_000);
            }
        }
    }

    /**
     * The capacity scheduler gives the first one all that it asks for, and the fair one gives each
     * a third, with which none can run.
     */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void eachGetsItsTurn(boolean fair) throws Exception {
        Path input = Files.createDirectory(work.resolve("in"));
        for (int file = 0; file < 2 * WORKERS; file++) {
            Files.writeString(input.resolve("text" + file), "to be or not to be\n".repeat(500));
        }
        LocalRun local = LocalRun.of(work, input, TextJobs::newWordCount);
        int megabytes = MEGABYTES * (ROOM + 4);
        try (MiniMRYarnCluster cluster = YarnInJvm.start(work, megabytes, scheduler(fair))) {
            Path reached = work.resolve("reached");
            Path released = work.resolve("released");
            submit(
                    cluster,
                    input,
                    "first",
                    ROOM,
                    conf -> {
                        conf.setMapperClass(Waits.class);
                        conf.setNumReduceTasks(0);
                        conf.set("test.reached", reached.toString());
                        conf.set("test.released", released.toString());
                    });
            Await.until("the first gang fills the cluster", () -> Files.exists(reached));
            Map<String, RunningJob> gangs = new LinkedHashMap<>();
            for (String name : new String[] {"one", "two", "three"}) {
                gangs.put(name, submit(cluster, input, name, WORKERS, TextJobs::newWordCount));
            }
            for (RunningJob gang : gangs.values()) {
                Await.until("its master runs", () -> gang.getJobState() == JobStatus.RUNNING);
            }
            Files.createFile(released);
            int givenBack = 0;
            for (Map.Entry<String, RunningJob> gang : gangs.entrySet()) {
                gang.getValue().waitForCompletion();
                assertThat(gang.getValue().isSuccessful())
                        .as(gang.getValue().getFailureInfo())
                        .isTrue();
                assertThat(LocalRun.parts(work.resolve(gang.getKey()))).isEqualTo(local.output());
                givenBack += killed(gang.getValue());
            }
            if (fair) {
                assertThat(givenBack).as("containers that were given back").isPositive();
            }
        }
    }

    private static int killed(RunningJob job) throws IOException {
        int killed = 0;
        for (TaskCompletionEvent event : job.getTaskCompletionEvents(0)) {
            if (event.getTaskStatus() == TaskCompletionEvent.Status.KILLED) {
                killed++;
            }
        }
        return killed;
    }

    /** With any number of application masters. */
    private Configuration scheduler(boolean fair) throws IOException {
        Configuration conf = new Configuration();
        conf.setInt(YarnConfiguration.NM_VCORES, 2 * (ROOM + 4));
        conf.set("yarn.scheduler.capacity.maximum-am-resource-percent", "0.9");
        if (fair) {
            Path queues = work.resolve("queues.xml");
            Files.writeString(
                    queues,
                    "<allocations><queueMaxAMShareDefault>-1.0</queueMaxAMShareDefault>"
                            + "</allocations>");
            conf.set("yarn.scheduler.fair.allocation.file", queues.toString());
            conf.set(YarnConfiguration.RM_SCHEDULER, FairScheduler.class.getName());
            conf.setBoolean("yarn.scheduler.fair.user-as-default-queue", false);
            conf.setInt("yarn.scheduler.increment-allocation-mb", MEGABYTES);
        }
        return conf;
    }

    private RunningJob submit(
            MiniMRYarnCluster cluster, Path input, String name, int workers, Consumer<JobConf> kind)
            throws Exception {
        JobConf conf = new JobConf(cluster.getConfig());
        conf.setJobName(name);
        conf.setBoolean(GangProvider.ASKED, true);
        conf.setInt(ClusterKeys.GANG_WORKERS.name(), workers);
        conf.setInt(ClusterKeys.GANG_SLOTS.name(), 1);
        conf.setInt(MRJobConfig.MAP_MEMORY_MB, MEGABYTES);
        conf.setInt(MRJobConfig.REDUCE_MEMORY_MB, MEGABYTES);
        conf.setInt(MRJobConfig.MR_AM_VMEM_MB, MEGABYTES);
        conf.set(MRJobConfig.MAP_JAVA_OPTS, "-XX:TieredStopAtLevel=1");
        FileInputFormat.setInputPaths(conf, new org.apache.hadoop.fs.Path(input.toUri()));
        FileOutputFormat.setOutputPath(
                conf, new org.apache.hadoop.fs.Path(work.resolve(name).toUri()));
        kind.accept(conf);
        return new JobClient(conf).submitJob(conf);
    }
}
