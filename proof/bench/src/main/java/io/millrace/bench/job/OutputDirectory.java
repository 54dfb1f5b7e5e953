package io.millrace.bench.job;

import io.millrace.bench.frame.Scratch;
import io.millrace.measure.MeasurementException;
import io.millrace.workloads.Likeness;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The output of a job, in one of several forms. */
public final class OutputDirectory {

    private final Path folder;
    private final OutputForm form;

    public OutputDirectory(Path folder, OutputForm form) {
        this.folder = folder;
        this.form = form;
    }

    /**
     * Compares as much as both forms allow: files by name and content; or all files' bytes, or
     * lines, of what the last iteration wrote.
     *
     * @throws MeasurementException if they differ by more than the likeness allows
     */
    public void requireSameAs(OutputDirectory other, String whose, Likeness likeness)
            throws IOException, MeasurementException {
        Optional<String> difference =
                switch (form.compareTo(other.form) > 0 ? form : other.form) {
                    case HADOOP_FILES -> differenceOfFiles(other, likeness);
                    case OTHER_FILES ->
                            RecordsComparison.ofBytes(other.lastParts(), lastParts())
                                    .map(text -> "another output than the first run: " + text);
                    case LINES ->
                            RecordsComparison.ofLines(other.lastParts(), lastParts(), likeness)
                                    .map(text -> "other lines than the first run: " + text);
                    case NONE -> Optional.empty();
                };
        if (difference.isPresent()) {
            throw new MeasurementException(whose + " wrote " + difference.get());
        }
    }

    private Optional<String> differenceOfFiles(OutputDirectory other, Likeness likeness)
            throws IOException {
        List<Path> names = names();
        List<Path> otherNames = other.names();
        if (!names.equals(otherNames)) {
            return Optional.of("the files " + names + ", and the first run " + otherNames);
        }
        for (Path name : names) {
            Optional<String> difference =
                    new FileComparison(other.folder.resolve(name), folder.resolve(name))
                            .difference(likeness);
            if (difference.isPresent()) {
                return Optional.of("another " + name + " than the first run: " + difference.get());
            }
        }
        return Optional.empty();
    }

    /** Without Hadoop's checksum files. */
    private List<Path> names() throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(Files::isRegularFile)
                    .filter(file -> !file.getFileName().toString().startsWith("."))
                    .map(folder::relativize)
                    .sorted()
                    .toList();
        }
    }

    /** Files of records; where there are several directories of them, those of the last one. */
    private List<Path> lastParts() throws IOException {
        List<Path> parts =
                names().stream()
                        .filter(name -> !name.getFileName().toString().startsWith("_"))
                        .map(folder::resolve)
                        .toList();
        Optional<Path> last = parts.stream().map(Path::getParent).max(Comparator.naturalOrder());
        return parts.stream().filter(part -> last.get().equals(part.getParent())).toList();
    }

    public void delete() throws IOException {
        Scratch.delete(folder);
    }
}
