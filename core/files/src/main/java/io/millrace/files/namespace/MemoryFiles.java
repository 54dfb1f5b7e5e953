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
 * The interface of a namespace for file systems, in Hadoop's terms. Takes absolute paths, ignores
 * their scheme, and returns statuses with the scheme of the requested path. Throws Hadoop's own
 * exceptions. Thread-safe. Compiled for Java 8, like {@code MemoryFileSystem}.
 */
public interface MemoryFiles {

    /** The status of a path, or null if it does not exist for any reason. */
    @Nullable FileStatus find(Path path, long blockBytes);

    /** The status of a path. */
    default FileStatus status(Path path, long blockBytes) throws FileNotFoundException {
        FileStatus found = find(path, blockBytes);
        if (found == null) {
            throw new FileNotFoundException(path + ": no such file or directory in memory");
        }
        return found;
    }

    /** The content of a directory, ordered by name; for a file, the file itself. */
    FileStatus[] list(Path path, long blockBytes) throws IOException;

    FSDataInputStream open(Path path, int bufferBytes, @Nullable Statistics statistics)
            throws IOException;

    /**
     * Creates a file in an existing directory.
     *
     * @param conf opens an engine if none is open, to have memory to write to
     */
    FSDataOutputStream create(
            Path path,
            FsPermission permission,
            boolean overwrite,
            @Nullable Statistics statistics,
            Configuration conf)
            throws IOException;

    FSDataOutputStream append(Path path, @Nullable Statistics statistics) throws IOException;

    /** Whether the path is a file that is open for writing. */
    boolean beingWritten(Path path);

    /** Creates a directory and its parents. */
    void makeFolders(Path path, FsPermission permission) throws IOException;

    /** Deletes a path; false if it does not exist. */
    boolean delete(Path path, boolean recursive) throws IOException;

    /**
     * Moves to a path that is free or may be replaced.
     *
     * @throws IllegalArgumentException if the target is within the source, or one of them is the
     *     root
     */
    void rename(Path source, Path target, boolean overwrite) throws IOException;

    void setPermission(Path path, FsPermission permission) throws IOException;

    /** Sets user and group; null leaves one as it is. */
    void setOwner(Path path, @Nullable String user, @Nullable String group) throws IOException;

    /**
     * The usage, without a limit, because files that do not fit into memory are spilled to disk.
     */
    FsStatus usage();

    /** Sets times in milliseconds; -1 leaves one as it is. */
    void setTimes(Path path, long modifiedMillis, long accessedMillis) throws IOException;
}
