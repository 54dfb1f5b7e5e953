package io.millrace.records.paged;

import java.io.IOException;
import java.util.Arrays;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.lib.output.FileOutputCommitter;

/**
 * Refuses directories of paged files that are not finished. Hadoop skips the files of a killed
 * build or job by their names, so that such a directory would read as one without records.
 */
public final class UnfinishedInput {

    /** The start of the name below which an index is written until it is complete. */
    public static final String BUILD = "_unfinished-";

    private UnfinishedInput() {}

    /**
     * Searches the directories of a job's input paths, which are patterns. An index that has a
     * complete build can be read while a build adds to it.
     *
     * @throws BadPagedFileException naming the first directory that is not finished
     */
    public static void refuse(Path[] inputs, Configuration conf) throws IOException {
        for (Path input : inputs) {
            FileSystem files = input.getFileSystem(conf);
            FileStatus[] found = files.globStatus(input);
            for (FileStatus each : found == null ? new FileStatus[0] : found) {
                if (each.isDirectory()) {
                    refuse(each.getPath(), files);
                }
            }
        }
    }

    private static void refuse(Path directory, FileSystem files) throws IOException {
        FileStatus[] inside = files.listStatus(directory);
        boolean visible = Arrays.stream(inside).anyMatch(each -> isVisible(each.getPath()));
        for (FileStatus each : inside) {
            String name = each.getPath().getName();
            if (name.equals(FileOutputCommitter.PENDING_DIR_NAME)) {
                throw new BadPagedFileException(
                        directory,
                        "The job that writes this directory is still running or was killed: %s exists. Run the job again, to the end."
                                .formatted(each.getPath()));
            }
            if (name.startsWith(BUILD) && !visible) {
                throw new BadPagedFileException(
                        directory,
                        "The only build of this index is still running or was killed: %s exists. Build the index again, and delete this file."
                                .formatted(each.getPath()));
            }
            if (each.isDirectory() && isVisible(each.getPath())) {
                refuse(each.getPath(), files);
            }
        }
    }

    private static boolean isVisible(Path path) {
        return !path.getName().startsWith("_") && !path.getName().startsWith(".");
    }
}
