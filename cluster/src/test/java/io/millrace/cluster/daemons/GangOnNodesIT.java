package io.millrace.cluster.daemons;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.cluster.gang.Gangs;
import io.millrace.daemons.HadoopCluster;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.Reducer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Unmodified jobs in a gang on Hadoop's own daemons, with one shipped jar. Takes some minutes:
 * {@code -Dmillrace.test.cluster=true}.
 */
@EnabledIfSystemProperty(named = "millrace.test.cluster", matches = "true")
class GangOnNodesIT {

    private static final int NODES = 2;

    @TempDir private static Path work;

    private static HadoopCluster cluster;
    private static ClusterJobs jobs;
    private static Path dyingJar;

    @BeforeAll
    static void start() throws Exception {
        cluster = HadoopCluster.start(TestedHadoop.shape(NODES));
        jobs = new ClusterJobs(cluster);
        dyingJar = DyingTasks.jar(work);
    }

    @AfterAll
    static void end() throws Exception {
        if (cluster != null) {
            cluster.close();
        }
    }

    private static Consumer<Configuration> gang() throws Exception {
        Path jar = ClusterJobs.jar();
        return conf -> Gangs.ask(conf, jar);
    }

    @Test
    void wordCountIsAsStock() throws Exception {
        assertThat(jobs.run(ClusterJobs::wordCount, gang()))
                .isEqualTo(jobs.run(ClusterJobs::wordCount, stock -> {}));
    }

    @Test
    void sortIsAsStock() throws Exception {
        assertThat(jobs.run(ClusterJobs::sort, gang()))
                .isEqualTo(jobs.run(ClusterJobs::sort, stock -> {}));
    }

    @Test
    void secondarySortIsAsStock() throws Exception {
        assertThat(jobs.run(ClusterJobs::secondarySort, gang()))
                .isEqualTo(jobs.run(ClusterJobs::secondarySort, stock -> {}));
    }

    @Test
    void aJobOfAJarWhoseReducersDieComesToItsEnd() throws Exception {
        Consumer<Configuration> dies =
                conf ->
                        conf.setClass(
                                MRJobConfig.REDUCE_CLASS_ATTR,
                                DyingTasks.DiesInFinalMerge.class,
                                Reducer.class);
        Job job = jobs.submit(jobs.dying(dyingJar, 8, 1), gang().andThen(dies));
        assertThat(jobs.lines(job)).isEqualTo(jobs.countedWords());
    }

    /** The first map task of the gang has the driver. */
    @ParameterizedTest
    @ValueSource(strings = {"_m_000000_0", "_m_000001_0"})
    void aKilledTaskOfTheGangIsReplaced(String task) throws Exception {
        Job job = jobs.submit(jobs.dying(dyingJar, 12, 2), gang());
        cluster.await(
                "the task of the gang did not start",
                () -> {
                    List<ProcessHandle> found = cluster.tasks(task);
                    found.forEach(ProcessHandle::destroyForcibly);
                    return !found.isEmpty();
                });
        assertThat(jobs.lines(job)).isEqualTo(jobs.countedWords());
    }
}
