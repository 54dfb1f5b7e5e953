package io.millrace.bench.contender;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.daemons.ClusterShape;
import io.millrace.daemons.HadoopCluster;
import io.millrace.testing.Checkout;
import io.millrace.testing.Launched;
import io.millrace.testing.Launched.Launcher;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.util.VersionInfo;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/** The commands for a cluster, as a person types them: {@code -Dmillrace.test.cluster=true}. */
@EnabledIfSystemProperty(named = "millrace.test.cluster", matches = "true")
class OnClusterIT {

    /** What the plug-in of the map side says of a small map output. */
    private static final String SAYS = "too few for Millrace's engine";

    private static HadoopCluster cluster;

    @TempDir Path scratch;

    @BeforeAll
    static void start() throws Exception {
        Path jars = Checkout.module("daemons").resolve("target/hadoop-" + VersionInfo.getVersion());
        cluster = HadoopCluster.start(ClusterShape.of(jars).forFaults());
        FileSystem files = cluster.files();
        try (var out = files.create(new org.apache.hadoop.fs.Path("/in/words"))) {
            out.writeBytes("to be or not to be\n");
        }
    }

    @AfterAll
    static void end() throws Exception {
        if (cluster != null) {
            cluster.close();
        }
    }

    @Test
    void aClusterWhoseJobsCanUseThePluginsHasNoProblem() throws Exception {
        String said = millrace(0, "cluster", "check", "--conf-dir", cluster.conf());
        assertThat(said)
                .contains("has 1 running node", "the nodes run Hadoop " + VersionInfo.getVersion())
                .contains("ok       jobs can use the plug-in of the map side")
                .doesNotContain("PROBLEM", "warning");
    }

    @Test
    void aJobThatShipsJarsOfItsOwnUsesThePluginsAllTheSame() throws Exception {
        Path examples = Launched.dist().resolve("lib/examples");
        millrace(
                0,
                "jar",
                "--on",
                "cluster",
                "--conf-dir",
                cluster.conf(),
                examples.resolve("hadoop-mapreduce-examples.jar"),
                "wordcount",
                "-libjars",
                examples.resolve("millrace-apps.jar"),
                "/in",
                "/out");
        try (var in = cluster.files().open(new org.apache.hadoop.fs.Path("/out/part-r-00000"))) {
            assertThat(new String(in.readAllBytes(), StandardCharsets.UTF_8))
                    .isEqualTo("be\t2\nnot\t1\nor\t1\nto\t2\n");
        }
        assertThat(cluster.taskLines(SAYS)).isNotEmpty();
    }

    /** What the command prints to both streams. */
    private String millrace(int expected, Object... words)
            throws IOException, InterruptedException {
        Launched run = new Launcher(scratch).run(words).endedWith(expected);
        return run.out() + run.err();
    }
}
