package io.millrace.engine.job;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A job's own directories for runs on disk, which only the process's user may read; deleted when
 * closed.
 */
final class SpillDirectories implements AutoCloseable {

    private final String job;
    private final List<Path> directories = new ArrayList<>();

    private SpillDirectories(String job) {
        this.job = job;
    }

    /**
     * Makes a directory of the job's own below each of {@code parents}, which are made if missing.
     *
     * @throws IOException naming the directory that could not be made
     */
    static SpillDirectories make(String job, List<Path> parents) throws IOException {
        SpillDirectories made = new SpillDirectories(job);
        boolean all = false;
        try {
            for (Path parent : parents) {
                made.directories.add(makeBelow(parent, job));
            }
            all = true;
            return made;
        } finally {
            if (!all) {
                made.close();
            }
        }
    }

    private static Path makeBelow(Path parent, String job) throws IOException {
        try {
            Files.createDirectories(parent);
            return Files.createTempDirectory(
                    parent, "millrace-" + job + "-"); // owner-only, says its contract
        } catch (IOException e) {
            throw new IOException(
                    "no spill directory for job "
                            + job
                            + " can be made in "
                            + parent
                            + ": "
                            + e
                            + "; name a writable one in millrace.spill.directories",
                    e);
        }
    }

    List<Path> paths() {
        return List.copyOf(directories);
    }

    /**
     * Deletes the directories and what is in them. What cannot be deleted is warned of and stays.
     */
    @Override
    public void close() {
        for (Path directory : directories) {
            try {
                Files.walkFileTree(directory, new Deletion());
            } catch (IOException e) {
                DaemonThreads.LOG.log(
                        System.Logger.Level.WARNING,
                        "spill directory "
                                + directory
                                + " of job "
                                + job
                                + " could not be deleted: "
                                + e);
            }
        }
        directories.clear();
    }

    /**
     * Deletes all it visits; files that an abandoned thread deletes at the same time are no loss.
     */
    private static final class Deletion extends SimpleFileVisitor<Path> {

        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
                throws IOException {
            Files.deleteIfExists(file);
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult visitFileFailed(Path file, IOException problem) throws IOException {
            if (problem instanceof NoSuchFileException) {
                return FileVisitResult.CONTINUE;
            }
            throw problem;
        }

        @Override
        public FileVisitResult postVisitDirectory(Path directory, @Nullable IOException problem)
                throws IOException {
            if (problem != null) {
                throw problem;
            }
            Files.deleteIfExists(directory);
            return FileVisitResult.CONTINUE;
        }
    }
}
