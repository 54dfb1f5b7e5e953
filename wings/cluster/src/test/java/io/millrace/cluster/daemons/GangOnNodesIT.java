package io.millrace.cluster.daemons;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.millrace.cluster.config.ClusterKeys;
import io.millrace.cluster.gang.Gangs;
import io.millrace.daemons.ClusterShape;
import io.millrace.daemons.HadoopCluster;
import io.millrace.exchange.config.ExchangeKeys;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
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

    /** A number of map tasks that no other job here has. */
    private static final int SPREAD_FILES = 14;

    private static final Pattern PLACED =
            Pattern.compile("(\\d+) map tasks ran on a host with their data, and (\\d+) elsewhere");

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

    /** Two workers on each node. */
    @ParameterizedTest
    @ValueSource(strings = {"fully-connected", "pairwise", "hierarchical"})
    void sortIsAsStockWhateverTheOrderOfMessages(String algorithm) throws Exception {
        Consumer<Configuration> four =
                conf -> {
                    conf.setInt(ClusterKeys.GANG_WORKERS.name(), 2 * NODES);
                    conf.setInt(ClusterKeys.GANG_SLOTS.name(), 1);
                    conf.setInt(MRJobConfig.NUM_REDUCES, 2 * NODES);
                    conf.set(ExchangeKeys.ALGORITHM.name(), algorithm);
                };
        Consumer<Configuration> stock = conf -> conf.setInt(MRJobConfig.NUM_REDUCES, 2 * NODES);
        assertThat(jobs.run(ClusterJobs::sort, gang().andThen(four)))
                .isEqualTo(jobs.run(ClusterJobs::sort, stock));
    }

    @Test
    void secondarySortIsAsStock() throws Exception {
        assertThat(jobs.run(ClusterJobs::secondarySort, gang()))
                .isEqualTo(jobs.run(ClusterJobs::secondarySort, stock -> {}));
    }

    /** A worker that is idle may take over a task in the end, so not all of them have to. */
    @Test
    void mapTasksRunOnTheNodesOfTheirData() throws Exception {
        assumeThat(ClusterShape.namespacesHindrance()).as("nodes with addresses").isEmpty();
        jobs.spread(SPREAD_FILES);
        assertThat(jobs.run(ClusterJobs::spreadWords, gang()))
                .isEqualTo(jobs.run(ClusterJobs::spreadWords, stock -> {}));
        List<int[]> placements = new ArrayList<>();
        for (String line : cluster.taskLines("map tasks ran on")) {
            Matcher counts = PLACED.matcher(line);
            assertThat(counts.find()).as(line).isTrue();
            placements.add(
                    new int[] {
                        Integer.parseInt(counts.group(1)), Integer.parseInt(counts.group(2))
                    });
        }
        assertThat(placements)
                .anySatisfy(counts -> {
                    assertThat(counts[0] + counts[1]).isEqualTo(SPREAD_FILES);
                    assertThat(counts[0]).isGreaterThan(counts[1]);
                });
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
