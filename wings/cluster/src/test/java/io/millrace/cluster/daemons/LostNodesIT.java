package io.millrace.cluster.daemons;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.daemons.HadoopCluster;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.mapreduce.Job;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/**
 * Jobs with the plug-ins on a cluster that loses a node, or a DataNode, while they run. Takes ten
 * minutes on a small machine: {@code -Dmillrace.test.cluster=true}.
 */
@EnabledIfSystemProperty(named = "millrace.test.cluster", matches = "true")
class LostNodesIT {

    /** With one lost, there is room for reduce tasks beside map tasks. */
    private static final int NODES = 3;

    private static final int MAPS = 12;

    @TempDir private Path work;

    private HadoopCluster cluster;
    private ClusterJobs jobs;
    private Path jar;
    private List<String> counts;

    @BeforeEach
    void start() throws Exception {
        cluster = HadoopCluster.start(TestedHadoop.shape(NODES));
        jobs = new ClusterJobs(cluster);
        jar = DyingTasks.jar(work);
        counts = jobs.countedWords();
    }

    @AfterEach
    void end() throws Exception {
        if (cluster != null) {
            cluster.close();
        }
    }

    @Test
    void aLostNodeInTheMiddleOfMapDoesNoHarm() throws Exception {
        outputSurvives(job -> job.mapProgress() > 0.25f && job.mapProgress() < 1, this::loseNode);
    }

    /** Reduce tasks have fetched some outputs of the node, and wait for others. */
    @Test
    void aLostNodeInTheMiddleOfFetchDoesNoHarm() throws Exception {
        outputSurvives(job -> job.reduceProgress() > 0.1f && job.mapProgress() < 1, this::loseNode);
    }

    @Test
    void aLostDataNodeInTheMiddleOfMapDoesNoHarm() throws Exception {
        awaitReplicas();
        outputSurvives(
                job -> job.mapProgress() > 0.25f && job.mapProgress() < 1, this::loseDataNode);
    }

    @Test
    void aLostDataNodeInTheMiddleOfFetchDoesNoHarm() throws Exception {
        awaitReplicas();
        outputSurvives(
                job -> job.reduceProgress() > 0.1f && job.mapProgress() < 1, this::loseDataNode);
    }

    /** Until HDFS has copied the jobs' input to a second node. */
    private void awaitReplicas() throws Exception {
        DistributedFileSystem files = (DistributedFileSystem) cluster.files();
        cluster.await(
                "blocks do not have two replicas", () -> files.getLowRedundancyBlocksCount() == 0);
    }

    private void loseNode() {
        cluster.failNode(
                IntStream.range(0, NODES)
                        .filter(node -> !cluster.hasMaster(node))
                        .filter(node -> cluster.nodeManager(node).handle().isAlive())
                        .findFirst()
                        .orElseThrow());
    }

    private void loseDataNode() {
        IntStream.range(0, NODES)
                .mapToObj(cluster::dataNode)
                .filter(each -> each.handle().isAlive())
                .findFirst()
                .orElseThrow()
                .kill();
    }

    @FunctionalInterface
    private interface Moment {
        boolean hasCome(Job job) throws Exception;
    }

    private void outputSurvives(Moment moment, Runnable loss) throws Exception {
        Job job =
                jobs.submit(
                        jobs.dying(jar, MAPS, 2),
                        ClusterJobs.plugins(ClusterJobs.jar()).andThen(ClusterJobs::overlapping));
        cluster.await("the job did not reach its middle", () -> moment.hasCome(job));
        loss.run();
        assertThat(jobs.lines(job)).isEqualTo(counts);
    }
}
