package io.millrace.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.cli.job.SubmitsJob;
import io.millrace.testing.Launched;
import io.millrace.testing.Launched.Launcher;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What {@code jar --on cluster} makes of a job. Hadoop's own client submits the job, to a
 * ResourceManager that does not run.
 */
class OnClusterIT {

    private static final String COLLECTOR = "mapreduce.job.map.output.collector.class";
    private static final String SHUFFLE = "mapreduce.job.reduce.shuffle.consumer.plugin.class";
    private static final String KEPT = "mapreduce.reduce.input.buffer.percent";
    private static final String RETRY = "millrace.cluster.reduce.retry.on.disk";
    private static final String SHIPPED = "tmpjars";
    private static final String MAP_OPTIONS = "mapreduce.map.java.opts";

    /** How the lines begin that Millrace prints. */
    private static final String OURS = "millrace: ";

    @TempDir Path folder;

    private final Map<String, String> site = new TreeMap<>();

    @BeforeEach
    void nobodyListens() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            site.put("yarn.resourcemanager.address", "127.0.0.1:" + socket.getLocalPort());
        }
        site.put("mapreduce.framework.name", "yarn");
        site.put("yarn.resourcemanager.connect.max-wait.ms", "100");
        site.put("yarn.resourcemanager.connect.retry-interval.ms", "100");
        site.put("ipc.client.connect.max.retries", "0");
        Files.writeString(folder.resolve("in"), "one line\n");
    }

    private Launched submit(String... options) throws IOException, InterruptedException {
        Path settings = Files.createDirectories(folder.resolve("conf"));
        StringBuilder properties = new StringBuilder("<configuration>");
        site.forEach((key, value) ->
                properties.append(
                        "<property><name>%s</name><value>%s</value></property>"
                                .formatted(key, value)));
        String text = properties.append("</configuration>").toString();
        Files.writeString(settings.resolve("mapred-site.xml"), text);
        Files.writeString(settings.resolve("yarn-site.xml"), text);
        List<Object> arguments = new ArrayList<>();
        arguments.addAll(List.of("jar", "--on", "cluster", "--conf-dir", settings));
        arguments.add(JobJars.runnable(folder, SubmitsJob.class));
        arguments.addAll(List.of(options));
        arguments.add(folder.resolve("in"));
        arguments.addAll(List.of(COLLECTOR, SHUFFLE, KEPT, RETRY, SHIPPED, MAP_OPTIONS));
        return new Launcher(folder).run(arguments.toArray()).succeeded();
    }

    /** What Millrace says of the job; no cluster answers here, which it says as well. */
    private static Stream<String> ours(Launched run) {
        return run.err()
                .lines()
                .filter(line -> line.startsWith(OURS))
                .filter(line -> !line.contains("no ResourceManager answers"));
    }

    @Test
    void aJobGetsThePluginsTheirJarAndMemoryForMapOutputs() throws Exception {
        Path own = JobJars.plain(folder, OnClusterIT.class);
        Launched run =
                submit(
                        "-libjars",
                        own.toString(),
                        "-Dmillrace.cluster.fast.paths=true",
                        "-D" + MAP_OPTIONS + "=-Xmx300m");
        assertThat(run.out().lines())
                .anyMatch(line -> line.startsWith("not taken: "))
                .contains(
                        COLLECTOR
                                + "=io.millrace.cluster.MillraceCollector,org.apache.hadoop.mapred.MapTask$MapOutputBuffer",
                        SHUFFLE + "=io.millrace.cluster.MillraceShuffle",
                        KEPT + "=0.5",
                        RETRY + "=true",
                        SHIPPED
                                + "="
                                + own.toFile().toURI()
                                + ","
                                + Launched.dist()
                                        .resolve("lib/cluster/millrace-cluster.jar")
                                        .toUri(),
                        MAP_OPTIONS + "=-Xmx300m -javaagent:millrace-cluster.jar");
        assertThat(ours(run))
                .containsExactly(
                        "millrace: reduce tasks keep map outputs in memory while the reducer runs:"
                                + " mapreduce.reduce.input.buffer.percent=0.5 in the first attempt,"
                                + " 0 in later ones; set it to 0 if the reducer needs the whole"
                                + " heap");
    }

    @Test
    void whatTheJobAndTheSiteHaveSetStays() throws Exception {
        site.put(KEPT, "0.2");
        Launched run = submit("-D" + COLLECTOR + "=com.example.Collector");
        assertThat(run.out().lines())
                .contains(
                        COLLECTOR + "=com.example.Collector",
                        SHUFFLE + "=io.millrace.cluster.MillraceShuffle",
                        KEPT + "=0.2",
                        RETRY + "=null")
                .anyMatch(line -> line.matches(SHIPPED + "=file:/.*/millrace-cluster.jar"));
        assertThat(ours(run))
                .containsExactly(
                        "millrace: the job runs without the plug-in of the map side: "
                                + COLLECTOR
                                + " names com.example.Collector");
    }

    @Test
    void aJobThatRunsElsewhereIsLeftAlone() throws Exception {
        Launched run = submit("-Dmapreduce.framework.name=local");
        assertThat(run.out().lines())
                .noneMatch(line -> line.startsWith("not taken: "))
                .contains(
                        COLLECTOR + "=org.apache.hadoop.mapred.MapTask$MapOutputBuffer",
                        SHUFFLE + "=org.apache.hadoop.mapreduce.task.reduce.Shuffle",
                        SHIPPED + "=null",
                        RETRY + "=null")
                .anyMatch(line -> line.matches(KEPT + "=0(\\.0)?"));
        assertThat(ours(run)).isEmpty();
    }
}
