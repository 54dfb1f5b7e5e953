package io.millrace.hadoop.staging;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Deletes a directory and its content without following symbolic links. */
public final class TreeDeletion {

    private static final Logger LOG = LoggerFactory.getLogger(TreeDeletion.class);

    private TreeDeletion() {}

    /** Deletes {@code root} if it exists. Logs what it cannot delete. */
    public static void quietly(Path root) {
        try {
            Files.walkFileTree(root, new Deleter());
        } catch (NoSuchFileException e) {
            LOG.debug("{} was already deleted", root);
        } catch (IOException e) {
            LOG.warn("{} could not be deleted: {}", root, e.toString());
        }
    }

    private static final class Deleter extends SimpleFileVisitor<Path> {

        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
                throws IOException {
            Files.deleteIfExists(file);
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult postVisitDirectory(Path directory, @Nullable IOException failure)
                throws IOException {
            if (failure != null) {
                throw failure;
            }
            Files.deleteIfExists(directory);
            return FileVisitResult.CONTINUE;
        }
    }
}
