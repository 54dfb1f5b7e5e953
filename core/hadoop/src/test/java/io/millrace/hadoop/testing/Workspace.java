package io.millrace.hadoop.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/** Directories for the tests of one JVM, below the build's own and deleted when the JVM ends. */
public final class Workspace {
    private static final Path ROOT = create();
    private static final AtomicInteger NEXT = new AtomicInteger();

    private Workspace() {}

    /** A new, empty directory whose name begins with {@code name}. */
    public static Path directory(String name) {
        return newDirectory(ROOT.resolve(name + "-" + NEXT.incrementAndGet()));
    }

    /** Where Hadoop keeps temporary files, for both frameworks ({@code hadoop.tmp.dir}). */
    public static Path temporary() {
        return newDirectory(ROOT.resolve("tmp"));
    }

    /** The regular files below {@code directory}; none if there is no such directory. */
    public static List<Path> filesBelow(Path directory) {
        if (!Files.isDirectory(directory)) {
            return List.of();
        }
        try (Stream<Path> all = Files.walk(directory)) {
            return all.filter(Files::isRegularFile).sorted().toList();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot list " + directory, e);
        }
    }

    /** Deletes a directory and all below it. */
    public static void delete(Path directory) {
        if (!Files.exists(directory)) {
            return;
        }
        try (Stream<Path> all = Files.walk(directory)) {
            for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(path);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot delete " + directory, e);
        }
    }

    private static Path newDirectory(Path path) {
        try {
            return Files.createDirectories(path);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot create " + path, e);
        }
    }

    private static Path create() {
        Path parent =
                Path.of(System.getProperty("basedir", "."), "target").toAbsolutePath().normalize();
        Path root = newDirectory(parent.resolve("test-jobs-" + ProcessHandle.current().pid()));
        Runtime.getRuntime().addShutdownHook(new Thread(() -> delete(root), "delete-test-jobs"));
        return root;
    }
}
