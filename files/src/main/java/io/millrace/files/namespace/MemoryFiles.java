package io.millrace.files.namespace;

import java.io.FileNotFoundException;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem.Statistics;
import org.apache.hadoop.fs.FsStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.jspecify.annotations.Nullable;

/**
 * What file systems ask of a namespace, in Hadoop's words. Takes absolute paths, of which only the
 * path counts, and answers with statuses whose paths have the scheme of the path asked for. Refuses
 * with Hadoop's own exceptions. Thread-safe. Compiled for Java 8, as {@code MemoryFileSystem} is.
 */
public interface MemoryFiles {

    /** What is at a path, or null if nothing is, for whatever reason. */
    @Nullable FileStatus find(Path path, long blockBytes);

    /** What is at a path. */
    default FileStatus status(Path path, long blockBytes) throws FileNotFoundException {
        FileStatus found = find(path, blockBytes);
        if (found == null) {
            throw new FileNotFoundException(
                    path + ": there is no such file or directory in memory");
        }
        return found;
    }

    /** What is in a directory, by name; of a file, itself. */
    FileStatus[] list(Path path, long blockBytes) throws IOException;

    FSDataInputStream open(Path path, int bufferBytes, @Nullable Statistics statistics)
            throws IOException;

    /**
     * Begins a file in a directory that exists.
     *
     * @param conf opens an engine if there is none, so that there is memory to write to
     */
    FSDataOutputStream create(
            Path path,
            FsPermission permission,
            boolean overwrite,
            @Nullable Statistics statistics,
            Configuration conf)
            throws IOException;

    FSDataOutputStream append(Path path, @Nullable Statistics statistics) throws IOException;

    /** Whether there is a file that somebody writes to now. */
    boolean beingWritten(Path path);

    /** Makes a directory and those above it. */
    void makeFolders(Path path, FsPermission permission) throws IOException;

    /** False if there is nothing. */
    boolean delete(Path path, boolean recursive) throws IOException;

    /**
     * Moves to a path where there is nothing, or what may be replaced.
     *
     * @throws IllegalArgumentException if the target is within the source, or one of them the root
     */
    void rename(Path source, Path target, boolean overwrite) throws IOException;

    void setPermission(Path path, FsPermission permission) throws IOException;

    /** Sets user and group; null leaves one as it is. */
    void setOwner(Path path, @Nullable String user, @Nullable String group) throws IOException;

    /** How much there is, and no limit: what memory has no room for goes to disk. */
    FsStatus usage();

    /** Sets times in milliseconds; -1 leaves one as it is. */
    void setTimes(Path path, long modifiedMillis, long accessedMillis) throws IOException;
}
