package io.millrace.engine.job;

import io.millrace.engine.job.pool.DaemonThreads;
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
 * A job's own directories for runs on disk. Only the process's user can read them; they are deleted
 * when this is closed.
 */
final class SpillDirectories implements AutoCloseable {

    private final String job;
    private final List<Path> directories = new ArrayList<>();

    private SpillDirectories(String job) {
        this.job = job;
    }

    /**
     * Creates a directory for the job in each of {@code parents}; missing parents are created.
     *
     * @throws IOException naming the directory that could not be created
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
                    parent, "millrace-" + job + "-"); // only the owner can read it, by contract
        } catch (IOException e) {
            throw new IOException(
                    "cannot create a spill directory for job "
                            + job
                            + " in "
                            + parent
                            + ": "
                            + e
                            + "; set millrace.spill.directories to a writable directory",
                    e);
        }
    }

    List<Path> paths() {
        return List.copyOf(directories);
    }

    /**
     * Deletes the directories with their contents. Files that cannot be deleted stay, and a warning
     * names them.
     */
    @Override
    public void close() {
        for (Path directory : directories) {
            try {
                Files.walkFileTree(directory, new Deletion());
            } catch (IOException e) {
                DaemonThreads.LOG.log(
                        System.Logger.Level.WARNING,
                        "cannot delete spill directory " + directory + " of job " + job + ": " + e);
            }
        }
        directories.clear();
    }

    /**
     * Deletes all visited files. Files that an abandoned thread deletes at the same time are
     * ignored.
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
