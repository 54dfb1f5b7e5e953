package io.millrace.daemons;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.util.VersionInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

class HadoopClusterIT {

    private static final Path JARS =
            Path.of("target/hadoop-" + VersionInfo.getVersion()).toAbsolutePath();

    @TempDir Path folder;

    /** Takes a minute on a small machine: {@code -Dmillrace.test.cluster=true}. */
    @EnabledIfSystemProperty(named = "millrace.test.cluster", matches = "true")
    @Test
    void serversWorkTogetherAndEndWithTheCluster() throws Exception {
        endsWithAllItHas(ClusterShape.of(JARS), 4);
    }

    @EnabledIfSystemProperty(named = "millrace.test.cluster", matches = "true")
    @Test
    void nodesInNamespacesWorkTogetherAndEndWithTheCluster() throws Exception {
        assumeTrue(Namespaces.hindrance().isEmpty());
        List<String> before = Command.run("ip netns list").lines().toList();
        endsWithAllItHas(ClusterShape.of(JARS).withNodes(2).inNamespaces(100).encrypting(), 6);
        assertThat(Command.run("ip netns list").lines().toList()).isEqualTo(before);
    }

    private void endsWithAllItHas(ClusterShape shape, int count) throws Exception {
        List<ProcessHandle> servers;
        Path written;
        try (HadoopCluster cluster = HadoopCluster.start(shape)) {
            servers = cluster.processes();
            written = cluster.conf().getParent();
            assertThat(servers).hasSize(count).allMatch(ProcessHandle::isAlive);
            assertThat(cluster.runningNodes()).isEqualTo(shape.nodes());
            FileSystem files = cluster.files();
            Path file = Files.writeString(folder.resolve("file"), "content");
            org.apache.hadoop.fs.Path there = new org.apache.hadoop.fs.Path("/there");
            files.copyFromLocalFile(new org.apache.hadoop.fs.Path(file.toUri()), there);
            assertThat(files.getFileStatus(there).getLen()).isEqualTo(7);
            cluster.awaitCalm();
        }
        assertThat(servers).noneMatch(ProcessHandle::isAlive);
        assertThat(written).doesNotExist();
    }

    @Test
    void aServerThatDoesNotStartShowsWhatItSaid() {
        assertThatThrownBy(() -> HadoopCluster.start(ClusterShape.of(folder)))
                .isInstanceOf(DaemonException.class)
                .hasMessageStartingWith("Hadoop's NameNode ended with exit code 1:\n")
                .hasMessageContaining("ClassNotFoundException");
    }
}
