package io.millrace.files.direct;

import io.millrace.files.namespace.MemoryFiles;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.Collection;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileAlreadyExistsException;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FileSystem.Statistics;
import org.apache.hadoop.fs.FsStatus;
import org.apache.hadoop.fs.ParentNotDirectoryException;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.jspecify.annotations.Nullable;

/**
 * Files in memory overlaid on those on disk: a file is in one of the two; a directory may be in
 * both and then has the content of both. New files below redirected paths, and their directories,
 * are created in memory. All paths are absolute and have a scheme. Thread-safe.
 */
final class Overlay {

    private final MemoryFiles memory;
    private final FileSystem disk;
    private final Redirection redirection;
    private final OverlayRename renames;

    Overlay(MemoryFiles memory, FileSystem disk, Redirection redirection) {
        this.memory = memory;
        this.disk = disk;
        this.redirection = redirection;
        this.renames = new OverlayRename(this, memory, disk, redirection);
    }

    FileStatus status(Path path) throws IOException {
        FileStatus inMemory = memory.find(path, blockBytes(path));
        if (inMemory == null) {
            return disk.getFileStatus(path);
        }
        if (inMemory.isFile()) {
            return inMemory;
        }
        FileStatus onDisk = onDisk(path);
        return onDisk != null && onDisk.isDirectory() ? onDisk : inMemory;
    }

    @Nullable FileStatus find(Path path) throws IOException {
        try {
            return status(path);
        } catch (FileNotFoundException e) {
            return null;
        }
    }

    private @Nullable FileStatus onDisk(Path path) throws IOException {
        try {
            return disk.getFileStatus(path);
        } catch (FileNotFoundException e) {
            return null;
        }
    }

    private long blockBytes(Path path) {
        return disk.getDefaultBlockSize(path);
    }

    /** Whether files at or below a path are in memory. */
    boolean inMemory(Path path) {
        return memory.find(path, 0) != null;
    }

    /** Capacity and usage of the storage of a path. */
    FsStatus usage(Path path) throws IOException {
        return inMemory(path) && onDisk(path) == null ? memory.usage() : disk.getStatus(path);
    }

    FileStatus[] list(Path path) throws IOException {
        FileStatus inMemory = memory.find(path, blockBytes(path));
        if (inMemory == null) {
            return disk.listStatus(path);
        }
        if (inMemory.isFile()) {
            return new FileStatus[] {inMemory};
        }
        Map<Path, FileStatus> all = new TreeMap<>();
        FileStatus folder = onDisk(path);
        if (folder != null && folder.isDirectory()) {
            put(disk.listStatus(path), all);
        }
        for (FileStatus each : memory.list(path, blockBytes(path))) {
            if (each.isFile() || !all.containsKey(each.getPath())) {
                all.put(each.getPath(), each);
            }
        }
        return array(all.values());
    }

    private static void put(FileStatus[] statuses, Map<Path, FileStatus> all) {
        for (FileStatus each : statuses) {
            all.put(each.getPath(), each);
        }
    }

    private static FileStatus[] array(Collection<FileStatus> statuses) {
        return statuses.toArray(FileStatus[]::new);
    }

    FSDataInputStream open(Path path, int bufferBytes, Statistics statistics) throws IOException {
        FileStatus inMemory = memory.find(path, 0);
        if (inMemory != null && inMemory.isFile()) {
            try {
                return memory.open(path, bufferBytes, statistics);
            } catch (FileNotFoundException e) {
                return disk.open(path, bufferBytes); // it has just been moved there
            }
        }
        return disk.open(path, bufferBytes);
    }

    /**
     * Creates a file below a redirected path.
     *
     * @param permission the file's permission
     * @param directories permission of missing directories to create; null if none may be missing
     */
    FSDataOutputStream create(
            Path path,
            FsPermission permission,
            boolean overwrite,
            @Nullable FsPermission directories,
            Statistics statistics,
            Configuration conf)
            throws IOException {
        redirection.changes().readLock().lock();
        try {
            FileStatus there = find(path);
            if (there != null && (there.isDirectory() || !overwrite)) {
                throw new FileAlreadyExistsException(
                        path + (there.isDirectory() ? " is a directory" : " exists already"));
            }
            makeParent(path, directories);
            FSDataOutputStream out = memory.create(path, permission, overwrite, statistics, conf);
            if (there != null) {
                disk.delete(path, false);
            }
            return out;
        } finally {
            redirection.changes().readLock().unlock();
        }
    }

    /** Appends to a file in memory. */
    FSDataOutputStream append(Path path, Statistics statistics) throws IOException {
        redirection.changes().readLock().lock();
        try {
            return memory.append(path, statistics);
        } finally {
            redirection.changes().readLock().unlock();
        }
    }

    /** Creates the directory of a new file in memory. */
    void makeParent(Path path, @Nullable FsPermission permission) throws IOException {
        Path folder = path.getParent();
        FileStatus inMemory = memory.find(folder, 0);
        if (inMemory != null && inMemory.isDirectory()) {
            return;
        }
        FileStatus there = checkedAbove(path);
        if (permission == null && !there.getPath().equals(folder)) {
            throw new FileNotFoundException(path + ": missing directory " + folder);
        }
        memory.makeFolders(folder, permission == null ? there.getPermission() : permission);
    }

    /** The nearest existing directory above a path. */
    FileStatus checkedAbove(Path path) throws IOException {
        FileStatus there = nearest(path.getParent());
        if (there.isFile()) {
            throw new ParentNotDirectoryException(
                    path + ": " + there.getPath() + " is a file, not a directory");
        }
        return there;
    }

    /** The status of a path or, if it does not exist, of its nearest existing ancestor. */
    private FileStatus nearest(Path path) throws IOException {
        for (Path at = path; ; at = at.getParent()) {
            FileStatus there = find(at);
            if (there != null || at.isRoot()) {
                return there == null ? disk.getFileStatus(at) : there;
            }
        }
    }

    /** Creates a directory below a redirected path, and its parents. */
    boolean makeFolders(Path path, FsPermission permission) throws IOException {
        redirection.changes().readLock().lock();
        try {
            FileStatus there = nearest(path);
            if (there.isFile()) {
                throw there.getPath().equals(path)
                        ? new FileAlreadyExistsException(path + " is a file")
                        : new ParentNotDirectoryException(
                                path + ": " + there.getPath() + " is a file, not a directory");
            }
            if (!there.getPath().equals(path)) {
                memory.makeFolders(path, permission);
            }
            return true;
        } finally {
            redirection.changes().readLock().unlock();
        }
    }

    boolean delete(Path path, boolean recursive) throws IOException {
        redirection.changes().readLock().lock();
        try {
            FileStatus there = find(path);
            if (there == null) {
                return false;
            }
            if (there.isDirectory() && !recursive && list(path).length > 0) {
                throw new IOException("Directory " + path + " is not empty");
            }
            boolean deleted = memory.delete(path, true);
            if (onDisk(path) != null) {
                deleted = disk.delete(path, true);
            }
            prune(path);
            return deleted;
        } finally {
            redirection.changes().readLock().unlock();
        }
    }

    /** Deletes directories above a redirected path that were created in memory only to reach it. */
    void prune(Path path) throws IOException {
        for (Path folder = path.getParent();
                folder != null && !folder.isRoot() && !redirection.paths().cover(folder);
                folder = folder.getParent()) {
            if (memory.find(folder, 0) == null || memory.list(folder, 0).length > 0) {
                return;
            }
            memory.delete(folder, false);
        }
    }

    /** A change of a file or directory in place. */
    @FunctionalInterface
    interface Change {
        void apply(Path path) throws IOException;
    }

    /** The same change in memory. */
    @FunctionalInterface
    interface ChangeInMemory {
        void apply(MemoryFiles memory, Path path) throws IOException;
    }

    /**
     * Changes the file or directory of a path wherever it is; if it is missing, tries on disk,
     * which reports that.
     */
    void change(Path path, ChangeInMemory inMemory, Change onDisk) throws IOException {
        redirection.changes().readLock().lock();
        try {
            FileStatus found = memory.find(path, 0);
            if (found != null) {
                inMemory.apply(memory, path);
            }
            if (found == null || onDisk(path) != null) {
                onDisk.apply(path);
            }
        } finally {
            redirection.changes().readLock().unlock();
        }
    }

    OverlayRename renames() {
        return renames;
    }
}
