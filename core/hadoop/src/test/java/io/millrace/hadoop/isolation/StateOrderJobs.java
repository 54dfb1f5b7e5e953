package io.millrace.hadoop.isolation;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.hadoop.client.ClientConf;
import io.millrace.hadoop.isolation.StateOrders.How;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.TimeZone;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Sorts by comparators that change state of the process or depend on it, under Hadoop's local
 * runner and under Millrace.
 */
@Timeout(120) // against waiting for ever
public abstract class StateOrderJobs {

    private static final String CLIENTS = "America/New_York";
    private static final int RECORDS = 600;
    private static final int MINUTES = 4 * 24 * 60;

    @TempDir protected Path directory;

    private final TimeZone zone = TimeZone.getDefault();

    /** Half of the times have no zone, so that their place among the others depends on it. */
    @BeforeEach
    void makeInput() throws Exception {
        setClients();
        Files.createDirectory(directory.resolve("in"));
        Random random = new Random(1);
        for (String file : List.of("GMT-12", "GMT-7", "GMT+6", "GMT+3")) {
            List<String> lines = new ArrayList<>();
            for (int i = 0; i < RECORDS; i++) {
                int minute = random.nextInt(MINUTES);
                String time =
                        String.format(
                                Locale.ROOT,
                                "2020-03-%02d %02d:%02d",
                                1 + minute / (24 * 60),
                                minute / 60 % 24,
                                minute % 60);
                lines.add(time + (random.nextBoolean() ? " +0000" : "") + "\t" + file);
            }
            Files.write(directory.resolve("in").resolve(file), lines);
        }
    }

    protected static void setClients() {
        TimeZone.setDefault(TimeZone.getTimeZone(CLIENTS));
        System.clearProperty(StateOrders.KEY);
    }

    @AfterEach
    void putBack() {
        TimeZone.setDefault(zone);
        System.clearProperty(StateOrders.KEY);
    }

    protected interface Settings {
        void applyTo(Configuration conf);
    }

    protected void requireSame(How how, boolean ofAJar, Settings settings) throws Exception {
        List<String> right = finish(job(how, "local", ofAJar, settings), ofAJar);
        setClients();
        List<@Nullable Object> before = state();
        assertThat(finish(job(how, "millrace", ofAJar, settings), ofAJar)).isEqualTo(right);
        assertThat(state()).isEqualTo(before);
    }

    protected List<String> finish(Job job, boolean ofAJar) throws Exception {
        URL[] jar = ofAJar ? new URL[] {Path.of(job.getJar()).toUri().toURL()} : new URL[0];
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        try (URLClassLoader client = new URLClassLoader(jar, before)) {
            thread.setContextClassLoader(client); // the local runner's tasks have it, too
            job.getConfiguration().setClassLoader(client);
            assertThat(job.waitForCompletion(false)).as(job.getStatus().getFailureInfo()).isTrue();
        } finally {
            thread.setContextClassLoader(before);
        }
        List<String> lines = new ArrayList<>();
        Path output = Path.of(FileOutputFormat.getOutputPath(job).toUri().getPath());
        try (Stream<Path> files = Files.list(output)) {
            for (Path file : files.sorted().toList()) {
                if (file.getFileName().toString().startsWith("part-")) {
                    lines.add(file.getFileName().toString());
                    lines.addAll(Files.readAllLines(file));
                }
            }
        }
        return lines;
    }

    protected Job job(How how, String framework, boolean ofAJar, Settings settings)
            throws Exception {
        JobConf conf = ClientConf.in(directory);
        conf.set("mapreduce.framework.name", framework);
        conf.setInt("mapreduce.client.completion.pollinterval", 20);
        conf.setInt("millrace.map.threads", 4);
        conf.setInt("millrace.reduce.threads", 2);
        conf.setInt("mapreduce.task.io.sort.mb", 1);
        conf.setInt("mapreduce.map.maxattempts", 1);
        conf.setInt("mapreduce.reduce.maxattempts", 1);
        Job job = ClientConf.mapOnly(conf, directory, StateOrders.Times.class);
        Path own = Files.createDirectory(directory.resolve(framework));
        FileOutputFormat.setOutputPath(job, ClientConf.output(own));
        job.setNumReduceTasks(how == How.MAPPER ? 4 : 2);
        StateOrders.describe(job, how, framework.equals("millrace"));
        settings.applyTo(job.getConfiguration());
        if (ofAJar) {
            JobJars.bring(job, own, StateOrders.class);
        }
        return job;
    }

    protected static List<@Nullable Object> state() {
        return Arrays.asList(System.getProperty(StateOrders.KEY), TimeZone.getDefault());
    }
}
