package io.millrace.records.index;

import io.millrace.records.paged.PagedFile;
import io.millrace.records.paged.PagedFileWriter;
import io.millrace.records.paged.SourceFile;
import io.millrace.records.schema.Schema;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.jspecify.annotations.Nullable;

/**
 * The files of an input, compared with those from which an index was built. A file has changed if
 * its length or its modification time differs. Used by one thread.
 */
final class IndexSources {

    private final Path index;
    private final Map<String, SourceFile> now = new TreeMap<>();
    private final Map<String, SourceFile> then = new TreeMap<>();
    private @Nullable Schema schema;

    /**
     * Lists the input, and reads the footers of the index, if it exists.
     *
     * @throws IOException if the input does not exist or contains directories, or if a file of the
     *     index cannot be read
     */
    IndexSources(Path input, Path index, Configuration conf) throws IOException {
        this.index = index;
        for (FileStatus file : files(input, conf)) {
            now.put(file.getPath().toString(), SourceFile.of(file));
        }
        FileSystem files = index.getFileSystem(conf);
        if (files.exists(index)) {
            readIndex(index, files, conf);
        }
    }

    private static List<FileStatus> files(Path input, Configuration conf) throws IOException {
        FileSystem files = input.getFileSystem(conf);
        FileStatus[] found = files.globStatus(input);
        if (found == null || found.length == 0) {
            throw new FileNotFoundException(
                    "The input %s does not exist. Name a file, a directory or a pattern. In a name, a backslash precedes each of \\ * ? [ ] { and }."
                            .formatted(input));
        }
        List<FileStatus> all = new ArrayList<>();
        for (FileStatus each : found) {
            FileStatus[] inside =
                    each.isDirectory()
                            ? files.listStatus(each.getPath(), IndexSources::isVisible)
                            : new FileStatus[] {each};
            for (FileStatus file : inside) {
                if (file.isDirectory()) {
                    throw new IOException(
                            "The input contains the directory %s. Name the directories with the files, as in %s/*."
                                    .formatted(file.getPath(), input));
                }
                all.add(file);
            }
        }
        return all;
    }

    private static boolean isVisible(Path path) {
        return !path.getName().startsWith("_") && !path.getName().startsWith(".");
    }

    private void readIndex(Path directory, FileSystem files, Configuration conf)
            throws IOException {
        for (FileStatus each : files.listStatus(directory, IndexSources::isVisible)) {
            if (each.isDirectory()) {
                readIndex(each.getPath(), files, conf);
            } else if (each.getPath().getName().endsWith(PagedFileWriter.EXTENSION)) {
                try (PagedFile file = PagedFile.open(each.getPath(), conf)) {
                    file.sources().forEach(source -> then.put(source.path(), source));
                    schema = file.schema();
                }
            } else {
                throw new IOException(
                        "The index %s contains %s, which is not one of its files. Name another directory for the index."
                                .formatted(index, each.getPath()));
            }
        }
    }

    /** The schema of the index; null if it has no files. */
    @Nullable Schema schema() {
        return schema;
    }

    /** The files of the input that are not in the index. */
    List<SourceFile> added() {
        return now.values().stream().filter(each -> !then.containsKey(each.path())).toList();
    }

    /** Whether the index was built from exactly this file. */
    boolean hasInIndex(SourceFile file) {
        return file.equals(then.get(file.path()));
    }

    /** Sentences about the files of the index that have changed or do not exist any longer. */
    List<String> changes() {
        List<String> changes = new ArrayList<>();
        for (SourceFile each : then.values()) {
            SourceFile current = now.get(each.path());
            if (current == null) {
                changes.add("%s is not in the input any longer".formatted(each.path()));
            } else if (!current.equals(each)) {
                changes.add("%s has changed: %s".formatted(each.path(), each.difference(current)));
            }
        }
        return changes;
    }

    /**
     * Requires that no file of the index has changed.
     *
     * @throws IOException naming the first changes
     */
    void requireUnchanged() throws IOException {
        List<String> changes = changes();
        if (!changes.isEmpty()) {
            throw new IOException(
                    "The index %s does not fit its input: %s%s. Delete the index and build it again."
                            .formatted(
                                    index,
                                    changes.get(0),
                                    changes.size() == 1
                                            ? ""
                                            : " (%d changes in all)".formatted(changes.size())));
        }
    }
}
