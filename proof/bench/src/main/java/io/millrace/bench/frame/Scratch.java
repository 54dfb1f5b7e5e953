package io.millrace.bench.frame;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/** A new directory for what a measurement needs for a while. Closing deletes it. */
public record Scratch(Path path) implements Closeable {

    /** One for temporary files of a purpose. */
    public static Scratch of(String purpose) throws IOException {
        return new Scratch(Files.createTempDirectory("millrace-" + purpose));
    }

    @Override
    public void close() throws IOException {
        delete(path);
    }

    /** Deletes a file or directory with everything below it, if it exists. */
    public static void delete(Path tree) throws IOException {
        if (!Files.exists(tree)) {
            return;
        }
        try (Stream<Path> files = Files.walk(tree)) {
            for (Path file : (Iterable<Path>) files.sorted(Comparator.reverseOrder())::iterator) {
                Files.deleteIfExists(file);
            }
        }
    }
}
