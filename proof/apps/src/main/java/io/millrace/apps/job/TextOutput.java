package io.millrace.apps.job;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** Text output or input of a job: one file, or the files of a directory, ordered by name. */
public final class TextOutput {

    private final FileSystem files;
    private final Path path;

    public TextOutput(Configuration conf, Path path) throws IOException {
        this.path = path;
        files = path.getFileSystem(conf);
    }

    /** Calls {@code action} with each line. */
    public void forEachLine(Consumer<String> action) throws IOException {
        for (Path part : parts()) {
            try (Stream<String> lines = open(part).lines()) {
                lines.forEach(action);
            } catch (UncheckedIOException e) {
                throw new IOException("cannot read " + part, e);
            }
        }
    }

    /** The first lines of the first file; fewer if the file is shorter. */
    public String[] firstLines(int count) throws IOException {
        Path[] parts = parts();
        if (parts.length == 0) {
            return new String[0];
        }
        try (Stream<String> lines = open(parts[0]).lines()) {
            return lines.limit(count).toArray(String[]::new);
        }
    }

    private BufferedReader open(Path part) throws IOException {
        return new BufferedReader(new InputStreamReader(files.open(part), StandardCharsets.UTF_8));
    }

    /** Skips the same files as file input formats. */
    private Path[] parts() throws IOException {
        return Arrays.stream(files.listStatus(path))
                .filter(FileStatus::isFile)
                .map(FileStatus::getPath)
                .filter(part -> !part.getName().startsWith("_") && !part.getName().startsWith("."))
                .sorted()
                .toArray(Path[]::new);
    }
}
