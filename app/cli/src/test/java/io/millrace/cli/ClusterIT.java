package io.millrace.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.testing.Launched;
import io.millrace.testing.Launched.Launcher;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands for a cluster, where there is none. */
class ClusterIT {

    @TempDir Path folder;

    @Test
    void withoutAConfigurationThereIsNoClusterToCheckOrToRunOn() throws Exception {
        assertThat(new Launcher(folder).run("cluster", "check").endedWith(1).out())
                .contains("PROBLEM  no cluster is configured: mapreduce.framework.name is local")
                .contains("--conf-dir");
        assertThat(
                        new Launcher(folder)
                                .run("jar", "--on", "cluster", examples(), "pi", 1, 1)
                                .endedWith(2)
                                .complaint())
                .startsWith("millrace: no cluster is configured");
    }

    @Test
    void aResourceManagerThatDoesNotAnswerIsAProblem() throws Exception {
        String address = "127.0.0.1:" + freePort();
        configure("mapreduce.framework.name", "yarn", "yarn.resourcemanager.address", address);
        assertThat(
                        new Launcher(folder)
                                .run("cluster", "check", "--conf-dir", folder)
                                .endedWith(1)
                                .out())
                .contains("PROBLEM  the ResourceManager at " + address + " does not answer")
                .contains("ok       jobs can use the plug-in of the map side");
    }

    @Test
    void anotherCollectorOfTheSiteStaysAndIsNamed() throws Exception {
        configure(
                "mapreduce.framework.name",
                "yarn",
                "yarn.resourcemanager.address",
                "127.0.0.1:" + freePort(),
                "mapreduce.job.map.output.collector.class",
                "com.example.Collector");
        assertThat(
                        new Launcher(folder)
                                .with("HADOOP_CONF_DIR", folder)
                                .run("cluster", "check")
                                .endedWith(1)
                                .out())
                .contains("PROBLEM  jobs cannot use the plug-in of the map side")
                .contains("names com.example.Collector");
    }

    @Test
    void aWrongPlaceOrDirectoryIsRefused() throws Exception {
        assertThat(new Launcher(folder).run("jar", "--on", "moon").endedWith(2).complaint())
                .isEqualTo("millrace: jobs cannot run on moon; --on knows cluster and gang");
        assertThat(
                        new Launcher(folder)
                                .run("cluster", "check", "--conf-dir", folder.resolve("none"))
                                .endedWith(2)
                                .complaint())
                .endsWith("none, which is not a directory");
    }

    private static Path examples() {
        return Launched.dist().resolve("lib/examples/hadoop-mapreduce-examples.jar");
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private void configure(String... properties) throws IOException {
        StringBuilder site = new StringBuilder("<configuration>");
        for (int i = 0; i < properties.length; i += 2) {
            site.append("<property><name>")
                    .append(properties[i])
                    .append("</name><value>")
                    .append(properties[i + 1])
                    .append("</value></property>");
        }
        String text = site.append("</configuration>").toString();
        for (String file : new String[] {"mapred-site.xml", "yarn-site.xml"}) {
            Files.writeString(folder.resolve(file), text);
        }
    }
}
