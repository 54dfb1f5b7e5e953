package io.millrace.bench.job;

import io.millrace.apps.workload.Likeness;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Where a job wrote to. */
public final class OutputFolder {

    private final Path folder;

    OutputFolder(Path folder) {
        this.folder = folder;
    }

    String uri() {
        return folder.toUri().toString();
    }

    /**
     * Compares files by name and content, without Hadoop's checksum files.
     *
     * @throws BenchException if they differ by more than the likeness allows
     */
    void requireSameAs(OutputFolder other, String whose, Likeness likeness)
            throws IOException, BenchException {
        List<Path> names = names();
        List<Path> otherNames = other.names();
        if (!names.equals(otherNames)) {
            throw new BenchException(
                    whose + " wrote the files " + names + ", and the first run " + otherNames);
        }
        for (Path name : names) {
            Optional<String> difference =
                    new FileComparison(other.folder.resolve(name), folder.resolve(name))
                            .difference(likeness);
            if (difference.isPresent()) {
                throw new BenchException(
                        whose
                                + " wrote another "
                                + name
                                + " than the first run: "
                                + difference.get());
            }
        }
    }

    private List<Path> names() throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(Files::isRegularFile)
                    .filter(file -> !file.getFileName().toString().startsWith("."))
                    .map(folder::relativize)
                    .sorted()
                    .toList();
        }
    }

    void delete() throws IOException {
        delete(folder);
    }

    /** Deletes a file or folder with all below it. */
    public static void delete(Path tree) throws IOException {
        try (Stream<Path> files = Files.walk(tree)) {
            for (Path file : (Iterable<Path>) files.sorted(Comparator.reverseOrder())::iterator) {
                Files.delete(file);
            }
        }
    }
}
