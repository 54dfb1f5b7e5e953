package io.millrace.workers.fork;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.hadoop.client.ClientConf;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.TaskCompletionEvent;
import org.apache.hadoop.mapreduce.TaskCompletionEvent.Status;

/** What tests of forked JVMs have in common. */
public final class ForkedJobs {

    /** For JVMs that live for a second. */
    public static final String QUICK_START = "-Xmx128m -XX:TieredStopAtLevel=1 -XX:+UseSerialGC";

    private ForkedJobs() {}

    /** A client's configuration for jobs in forked JVMs, with all files below one directory. */
    public static JobConf conf(Path directory) {
        JobConf conf = ClientConf.in(directory);
        conf.set("millrace.task.isolation", "process");
        conf.set("millrace.task.log.dir", directory.resolve("logs").toString());
        conf.set("mapred.child.java.opts", QUICK_START);
        conf.set("millrace.memory.max", "32m");
        return conf;
    }

    /** A map-only job with one task for each of {@code lines}. */
    public static Job mapOnly(
            JobConf conf,
            Path directory,
            Class<? extends Mapper<?, ?, ?, ?>> mapper,
            String... lines)
            throws IOException {
        Path input = Files.createDirectories(directory.resolve("in"));
        for (int i = 0; i < lines.length; i++) {
            Files.writeString(input.resolve("file" + i), lines[i] + "\n");
        }
        return ClientConf.mapOnly(conf, directory, mapper);
    }

    /** All lines of the job's output, sorted. */
    public static List<String> output(Path directory) throws IOException {
        List<String> lines = new ArrayList<>();
        try (Stream<Path> files = Files.list(directory.resolve("out"))) {
            for (Path part : files.filter(ForkedJobs::isPart).toList()) {
                lines.addAll(Files.readAllLines(part));
            }
        }
        Collections.sort(lines);
        return lines;
    }

    private static boolean isPart(Path file) {
        return file.getFileName().toString().startsWith("part-");
    }

    /** What the attempts that failed say of it. */
    public static List<String> failures(Job job) throws Exception {
        List<String> failures = new ArrayList<>();
        for (TaskCompletionEvent event : job.getTaskCompletionEvents(0, 1000)) {
            if (event.getStatus() == Status.FAILED || event.getStatus() == Status.TIPFAILED) {
                failures.add(String.join("\n", job.getTaskDiagnostics(event.getTaskAttemptId())));
            }
        }
        return failures;
    }

    /** The same in one text, for messages. */
    public static String failuresOf(Job job) {
        try {
            return String.join("\n", failures(job));
        } catch (Exception e) {
            return e.toString();
        }
    }

    /** Checks that no forked JVM is left. */
    public static void assertNoneLeft() {
        assertThat(
                        ProcessHandle.current()
                                .descendants()
                                .filter(ProcessHandle::isAlive)
                                .map(each -> each.info().commandLine().orElse(""))
                                .filter(line ->
                                        line.contains("ForkedMain") || line.contains("WorkerMain")))
                .isEmpty();
    }
}
