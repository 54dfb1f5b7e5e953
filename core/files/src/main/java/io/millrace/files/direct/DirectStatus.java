package io.millrace.files.direct;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.permission.FsPermission;

/**
 * The status of a local file. Looks up permission, owner and group on first use, because most
 * callers never use them; the look-up fails, as in Hadoop, if the file no longer exists.
 * Thread-safe.
 */
final class DirectStatus extends FileStatus {

    /** The attribute with type and permissions, as in {@code stat}. */
    static final String MODE = "unix:mode";

    private static final long serialVersionUID = 1L;
    private static final int PERMISSION_BITS = 01777;

    private final transient Path file;
    private boolean loaded;

    DirectStatus(FileStatus status, Path file) {
        super(
                status.getLen(),
                status.isDirectory(),
                status.getReplication(),
                status.getBlockSize(),
                status.getModificationTime(),
                status.getAccessTime(),
                null,
                null,
                null,
                status.getPath());
        this.file = file;
    }

    /** Whether the platform supports modes of files there. */
    static boolean knows(Path file) {
        return file.getFileSystem().supportedFileAttributeViews().contains("unix");
    }

    @Override
    public FsPermission getPermission() {
        load();
        return super.getPermission();
    }

    @Override
    public String getOwner() {
        load();
        return super.getOwner();
    }

    @Override
    public String getGroup() {
        load();
        return super.getGroup();
    }

    private synchronized void load() {
        if (loaded) {
            return;
        }
        try {
            PosixFileAttributes attributes = Files.readAttributes(file, PosixFileAttributes.class);
            int mode = (int) Files.getAttribute(file, MODE);
            setPermission(new FsPermission((short) (mode & PERMISSION_BITS)));
            setOwner(attributes.owner().getName());
            setGroup(attributes.group().getName());
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read the permissions of " + file, e);
        }
        loaded = true;
    }
}
