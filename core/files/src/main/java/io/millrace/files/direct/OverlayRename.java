package io.millrace.files.direct;

import io.millrace.files.namespace.MemoryFiles;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.locks.Lock;
import org.apache.hadoop.fs.FileAlreadyExistsException;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.PathIsNotEmptyDirectoryException;
import org.apache.hadoop.fs.permission.FsPermission;
import org.jspecify.annotations.Nullable;

/**
 * Renames files and directories of an {@link Overlay} by the rules of Hadoop's local file system,
 * except that it rejects a rename that would copy a directory into one of the same name. Files in
 * memory that leave the redirected paths are first written to disk. Files on disk stay there,
 * wherever they are moved. Thread-safe.
 */
final class OverlayRename {

    private final Overlay overlay;
    private final MemoryFiles memory;
    private final FileSystem disk;
    private final Redirection redirection;

    OverlayRename(Overlay overlay, MemoryFiles memory, FileSystem disk, Redirection redirection) {
        this.overlay = overlay;
        this.memory = memory;
        this.disk = disk;
        this.redirection = redirection;
    }

    /**
     * Like {@code FileSystem.rename}: moves into an existing directory and replaces an existing
     * file.
     */
    void rename(Path source, Path target, FsPermission folders) throws IOException {
        FileStatus moved = overlay.status(source);
        if (source.equals(target)) {
            return;
        }
        checkNotWithin(source, target);
        Path to = target;
        FileStatus there = overlay.find(to);
        if (there != null && there.isDirectory()) {
            if (moved.isDirectory() && overlay.list(to).length == 0) {
                overlay.delete(to, false);
            } else {
                to = new Path(to, source.getName());
            }
            there = overlay.find(to);
        }
        checkReplaced(to, there, moved);
        move(source, to, folders);
    }

    /** Like {@code FileContext.rename}: moves to exactly that path, in an existing directory. */
    void renameExactly(Path source, Path target, boolean overwrite, FsPermission folders)
            throws IOException {
        FileStatus moved = overlay.status(source);
        if (source.equals(target)) {
            throw new FileAlreadyExistsException(target + " is " + source + " itself");
        }
        checkNotWithin(source, target);
        if (!overlay.status(target.getParent()).isDirectory()) {
            throw new org.apache.hadoop.fs.ParentNotDirectoryException(
                    target.getParent() + " is a file, not a directory");
        }
        FileStatus there = overlay.find(target);
        if (there != null) {
            if (!overwrite || there.isDirectory() != moved.isDirectory()) {
                throw new FileAlreadyExistsException(
                        target + (there.isDirectory() ? " is a directory" : " is a file"));
            }
            if (there.isDirectory()) {
                if (overlay.list(target).length > 0) {
                    throw new PathIsNotEmptyDirectoryException(target.toString());
                }
                overlay.delete(target, false);
            }
        }
        move(source, target, folders);
    }

    private static void checkNotWithin(Path source, Path target) throws IOException {
        for (Path at = target.getParent(); at != null; at = at.getParent()) {
            if (at.equals(source)) {
                throw new IOException(
                        source + " cannot be renamed to " + target + ", which is within it");
            }
        }
    }

    private static void checkReplaced(Path to, @Nullable FileStatus there, FileStatus moved)
            throws IOException {
        if (there != null && (there.isDirectory() || moved.isDirectory())) {
            throw new FileAlreadyExistsException(
                    to + (there.isDirectory() ? " is a directory" : " is a file"));
        }
    }

    /** Moves to a path that is free or has a file for a file to replace. */
    private void move(Path source, Path to, FsPermission folders) throws IOException {
        overlay.checkedAbove(to);
        boolean inMemory = memory.find(source, 0) != null;
        boolean leaves = inMemory && !redirection.paths().follow(source, to);
        Lock lock = leaves ? redirection.changes().writeLock() : redirection.changes().readLock();
        lock.lock();
        try {
            if (leaves) {
                save(source);
            }
            boolean onDisk = disk.exists(source);
            if (onDisk) {
                moveOnDisk(source, to);
            }
            if (memory.find(source, 0) != null) {
                overlay.makeParent(to, folders);
                memory.rename(source, to, true);
                if (!onDisk) {
                    disk.delete(to, false); // a replaced file
                }
            } else {
                memory.delete(to, false);
            }
            overlay.prune(source);
        } finally {
            lock.unlock();
        }
    }

    private void moveOnDisk(Path source, Path to) throws IOException {
        redirection.makeFolder(to.getParent());
        if (!disk.rename(source, to)) {
            throw new IOException(source + " on disk cannot be renamed to " + to);
        }
    }

    private void save(Path source) throws IOException {
        List<String> failures = redirection.saveLocked(source);
        if (!failures.isEmpty()) {
            throw new IOException(
                    source
                            + " leaves the redirected paths and cannot be written to disk: "
                            + String.join("; ", failures));
        }
        if (memory.find(source, 0) != null) {
            throw new FileNotFoundException(
                    source + " cannot leave the redirected paths while it is being written");
        }
    }
}
