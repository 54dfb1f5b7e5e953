package io.millrace.collective.loop;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** The files that the tasks of a job have written. */
final class PartFiles {

    private PartFiles() {}

    /**
     * Lists them in the order of their names. The name of the directory is not taken as a pattern.
     */
    static List<Path> of(Path output, FileSystem files) throws IOException {
        return Arrays.stream(files.listStatus(output, path -> path.getName().startsWith("part-")))
                .map(FileStatus::getPath)
                .sorted()
                .toList();
    }
}
