package io.millrace.bench.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.bench.job.BenchException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.fs.FileSystem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

class HadoopClusterIT {

    @TempDir Path folder;

    /** Takes a minute on a small machine: {@code -Dmillrace.test.cluster=true}. */
    @EnabledIfSystemProperty(named = "millrace.test.cluster", matches = "true")
    @Test
    void serversWorkTogetherAndEndWithTheCluster() throws Exception {
        List<ProcessHandle> servers;
        Path written;
        try (HadoopCluster cluster =
                HadoopCluster.start(Path.of("target/dist/hadoop").toAbsolutePath())) {
            servers = cluster.processes();
            written = cluster.conf().getParent();
            assertThat(servers).hasSize(4).allMatch(ProcessHandle::isAlive);
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
        assertThatThrownBy(() -> HadoopCluster.start(folder))
                .isInstanceOf(BenchException.class)
                .hasMessageStartingWith("Hadoop's NameNode ended with exit code 1:\n")
                .hasMessageContaining("ClassNotFoundException");
    }
}
