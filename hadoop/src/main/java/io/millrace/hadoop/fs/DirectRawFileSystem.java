package io.millrace.hadoop.fs;

import java.io.IOException;
import java.nio.file.Files;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.fs.permission.FsPermission;

/** The files themselves, without checksums; where the platform has no modes, as Hadoop does it. */
final class DirectRawFileSystem extends RawLocalFileSystem {

    @Override
    public void setPermission(Path path, FsPermission permission) throws IOException {
        try {
            Files.setAttribute(
                    pathToFile(path).toPath(), DirectStatus.MODE, (int) permission.toShort());
        } catch (UnsupportedOperationException | IllegalArgumentException e) {
            super.setPermission(path, permission);
        }
    }

    @Override
    public FileStatus getFileStatus(Path path) throws IOException {
        FileStatus status = super.getFileStatus(path);
        java.nio.file.Path file = pathToFile(path).toPath();
        return DirectStatus.knows(file) ? new DirectStatus(status, file) : status;
    }
}
