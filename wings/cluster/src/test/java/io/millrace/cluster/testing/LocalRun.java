package io.millrace.cluster.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.hadoop.mapred.FileInputFormat;
import org.apache.hadoop.mapred.FileOutputFormat;
import org.apache.hadoop.mapred.JobClient;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.RunningJob;
import org.apache.hadoop.mapreduce.TaskCounter;

/**
 * A finished job of Hadoop's local runner.
 *
 * @param output the bytes of each part, as Latin-1 text
 */
public record LocalRun(
        boolean successful, Map<String, String> output, Map<TaskCounter, Long> counters) {

    /** Runs a job over {@code input} in directories below {@code work}. */
    public static LocalRun of(Path work, Path input, Consumer<JobConf> job) throws IOException {
        Path directory = Files.createTempDirectory(work, "run");
        JobConf conf = new JobConf();
        conf.set("mapreduce.framework.name", "local");
        conf.set("hadoop.tmp.dir", directory.resolve("tmp").toString());
        conf.setMaxMapAttempts(1);
        conf.setInt("mapreduce.client.completion.pollinterval", 20);
        conf.setInt("mapreduce.client.progressmonitor.pollinterval", 20);
        Path output = directory.resolve("out");
        FileInputFormat.setInputPaths(conf, new org.apache.hadoop.fs.Path(input.toUri()));
        FileOutputFormat.setOutputPath(conf, new org.apache.hadoop.fs.Path(output.toUri()));
        job.accept(conf);
        RunningJob running = new JobClient(conf).submitJob(conf);
        running.waitForCompletion();
        Map<TaskCounter, Long> counters = new TreeMap<>();
        for (TaskCounter counter : TaskCounter.values()) {
            counters.put(counter, running.getCounters().getCounter(counter));
        }
        return new LocalRun(running.isSuccessful(), parts(output), counters);
    }

    /** The files of a job's output, by name. */
    public static Map<String, String> parts(Path output) throws IOException {
        Map<String, String> parts = new TreeMap<>();
        if (!Files.isDirectory(output)) {
            return parts;
        }
        try (Stream<Path> files = Files.list(output)) {
            files.filter(file -> file.getFileName().toString().startsWith("part-"))
                    .forEach(file -> parts.put(file.getFileName().toString(), text(file)));
        }
        return parts;
    }

    private static String text(Path file) {
        try {
            return Files.readString(file, StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
