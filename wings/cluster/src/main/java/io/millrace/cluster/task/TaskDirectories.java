package io.millrace.cluster.task;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.TaskAttemptID;

/**
 * An attempt's own directory on each local disk of its container, for runs that do not fit into
 * memory. If the attempt is killed, the cluster deletes them with the rest of the application.
 * Immutable.
 */
public record TaskDirectories(List<Path> paths) implements Closeable {

    /**
     * Creates the directories on all disks that take one.
     *
     * @throws IOException if no disk does
     */
    public static TaskDirectories create(JobConf conf, TaskAttemptID attempt) throws IOException {
        List<Path> made = new ArrayList<>();
        IOException failure = new IOException("mapreduce.cluster.local.dir names no directory");
        for (String disk : conf.getLocalDirs()) {
            try {
                made.add(
                        Files.createDirectories(
                                Path.of(disk).toAbsolutePath().resolve(attempt + "_millrace")));
            } catch (IOException e) {
                failure = e;
            }
        }
        if (made.isEmpty()) {
            throw failure;
        }
        return new TaskDirectories(List.copyOf(made));
    }

    /**
     * Deletes the directories with their files. May be called again, and, where the system keeps
     * deleted files readable, while files are open.
     */
    @Override
    public void close() throws IOException {
        for (Path directory : paths) {
            if (!Files.exists(directory)) {
                continue;
            }
            try (Stream<Path> files = Files.list(directory)) {
                for (Path file : files.toList()) {
                    Files.deleteIfExists(file);
                }
            }
            Files.deleteIfExists(directory);
        }
    }
}
