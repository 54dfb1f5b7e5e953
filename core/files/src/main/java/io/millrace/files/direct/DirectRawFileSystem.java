package io.millrace.files.direct;

import io.millrace.files.config.FileKeys;
import io.millrace.files.process.MillraceProcess;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.fs.permission.FsPermission;

/**
 * The raw files, without checksums; falls back to Hadoop's code on platforms without file modes.
 */
final class DirectRawFileSystem extends RawLocalFileSystem {

    @Override
    protected OutputStream createOutputStreamWithMode(
            Path path, boolean append, FsPermission permission) throws IOException {
        OutputStream file = super.createOutputStreamWithMode(path, append, permission);
        return FileKeys.WRITE_BEHIND.in(getConf()::get)
                ? new BehindStream(file, WriteThreads.of(MillraceProcess.current()))
                : file;
    }

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
