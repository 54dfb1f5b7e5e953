package io.millrace.bench.job;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Where a job wrote to. */
final class OutputFolder {

    private final Path folder;

    OutputFolder(Path folder) {
        this.folder = folder;
    }

    String uri() {
        return folder.toUri().toString();
    }

    /**
     * Compares files by name and byte, without Hadoop's checksum files.
     *
     * @throws BenchException if they differ
     */
    void requireSameAs(OutputFolder other, String whose) throws IOException, BenchException {
        List<Path> names = names();
        List<Path> otherNames = other.names();
        if (!names.equals(otherNames)) {
            throw new BenchException(
                    whose + " wrote the files " + names + ", and the first run " + otherNames);
        }
        for (Path name : names) {
            long position = Files.mismatch(folder.resolve(name), other.folder.resolve(name));
            if (position >= 0) {
                throw new BenchException(
                        whose
                                + " wrote another "
                                + name
                                + " than the first run, from byte "
                                + position
                                + " on");
            }
        }
    }

    private List<Path> names() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(Path::getFileName)
                    .filter(name -> !name.toString().startsWith("."))
                    .sorted()
                    .toList();
        }
    }

    void delete() throws IOException {
        delete(folder);
    }

    static void delete(Path tree) throws IOException {
        try (Stream<Path> files = Files.walk(tree)) {
            for (Path file : (Iterable<Path>) files.sorted(Comparator.reverseOrder())::iterator) {
                Files.delete(file);
            }
        }
    }
}
