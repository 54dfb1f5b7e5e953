package io.millrace.cli.demo;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/**
 * Bytes of a file, or of the files directly in a directory, which is what FileInputFormat reads.
 */
final class DirectorySize {

    private DirectorySize() {}

    static long of(Path path) throws IOException {
        if (!Files.isDirectory(path)) {
            return Files.size(path);
        }
        long bytes = 0;
        try (Stream<Path> files = Files.list(path)) {
            for (Path file : (Iterable<Path>) files::iterator) {
                bytes += Files.isRegularFile(file) ? Files.size(file) : 0;
            }
        }
        return bytes;
    }
}
