package io.millrace.cluster.daemons;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.cluster.gang.Gangs;
import io.millrace.daemons.HadoopCluster;
import java.nio.file.Path;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CommonConfigurationKeysPublic;
import org.apache.hadoop.mapreduce.MRConfig;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * A cluster on whose network nothing of a job can be read: remote calls with privacy, the shuffle
 * over TLS, intermediate data encrypted. Takes some minutes: {@code -Dmillrace.test.cluster=true}.
 */
@EnabledIfSystemProperty(named = "millrace.test.cluster", matches = "true")
class PrivateClusterIT {

    private static HadoopCluster cluster;
    private static ClusterJobs jobs;
    private static byte[] counts;

    @BeforeAll
    static void start() throws Exception {
        cluster =
                HadoopCluster.start(
                        TestedHadoop.shape(1)
                                .with(
                                        CommonConfigurationKeysPublic.HADOOP_RPC_PROTECTION,
                                        "privacy")
                                .with(MRJobConfig.MR_ENCRYPTED_INTERMEDIATE_DATA, "true"));
        jobs = new ClusterJobs(cluster);
        assertThat(cluster.clients().getBoolean(MRConfig.SHUFFLE_SSL_ENABLED_KEY, false)).isTrue();
        counts = jobs.run(ClusterJobs::wordCount, stock -> {});
    }

    @AfterAll
    static void end() throws Exception {
        if (cluster != null) {
            cluster.close();
        }
    }

    private static void isAsStock(Consumer<Configuration> settings) throws Exception {
        assertThat(jobs.run(ClusterJobs::wordCount, settings)).isEqualTo(counts);
    }

    @Test
    void thePlugInsWork() throws Exception {
        isAsStock(ClusterJobs.plugins(ClusterJobs.jar()));
        assertThat(cluster.taskLines("Millrace merges the input of this reduce task")).isNotEmpty();
        assertThat(cluster.taskLines("Millrace does not")).isEmpty();
    }

    @Test
    void aGangWorks() throws Exception {
        Path jar = ClusterJobs.jar();
        isAsStock(conf -> Gangs.ask(conf, jar));
    }
}
