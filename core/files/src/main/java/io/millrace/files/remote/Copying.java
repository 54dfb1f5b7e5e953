package io.millrace.files.remote;

import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileAlreadyExistsException;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FileUtil;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.PathExistsException;

/** Copies a file or directory as this process sees it, completely or not at all. */
final class Copying {

    private final Path source;
    private final FileSystem from;
    private final Path target;
    private final FileSystem to;

    /** Copies into {@code target} if that is a directory, and otherwise to that path. */
    Copying(Path source, Path target, Configuration conf) throws IOException {
        this.source = source;
        this.from = source.getFileSystem(conf);
        this.to = target.getFileSystem(conf);
        this.target =
                isFolder(target) && !source.isRoot() ? new Path(target, source.getName()) : target;
    }

    private boolean isFolder(Path path) throws IOException {
        return to.exists(path) && to.getFileStatus(path).isDirectory();
    }

    /** Copies without replacing a target that was created meanwhile. */
    void copy() throws IOException {
        FileStatus copied = from.getFileStatus(source);
        if (to.exists(target)) {
            throw new FileAlreadyExistsException(target + " already exists and is not overwritten");
        }
        try {
            if (!FileUtil.copy(from, copied, to, target, false, false, to.getConf())) {
                throw new IOException("the directory " + target + " could not be created");
            }
        } catch (FileAlreadyExistsException | PathExistsException e) {
            throw e;
        } catch (IOException | RuntimeException e) {
            to.delete(target, true);
            throw e;
        }
    }
}
