package io.millrace.workers.fork;

import io.millrace.hadoop.staging.TreeDeletion;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;

/**
 * The working directory of one forked JVM, with links to the job's cached files. Files that an
 * attempt leaves there are deleted before the next attempt starts. Used by one thread at a time.
 */
public final class JvmDirectory {

    private static final String TEMPORARY = "tmp";

    private final Path path;
    private final Set<Path> kept = new HashSet<>();

    private JvmDirectory(Path path) {
        this.path = path;
    }

    /** Creates links to a job's cached files in a directory. */
    @FunctionalInterface
    public interface Links {
        void makeIn(Path directory) throws IOException, InterruptedException;
    }

    /** Creates {@code path}, which the job deletes with its own directories. */
    public static JvmDirectory make(Path path, Links links)
            throws IOException, InterruptedException {
        JvmDirectory made = new JvmDirectory(Files.createDirectory(path));
        links.makeIn(path);
        Files.createDirectories(path.resolve(TEMPORARY));
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(path)) {
            entries.forEach(made.kept::add);
        }
        return made;
    }

    public Path path() {
        return path;
    }

    /** Deletes all files that did not exist at the start. */
    void sweep() throws IOException {
        sweep(path, kept);
        Path temporary = path.resolve(TEMPORARY);
        if (Files.isDirectory(temporary)) {
            sweep(temporary, Set.of());
        }
    }

    private static void sweep(Path directory, Set<Path> except) throws IOException {
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory)) {
            for (Path entry : entries) {
                if (!except.contains(entry)) {
                    TreeDeletion.quietly(entry);
                }
            }
        }
    }
}
