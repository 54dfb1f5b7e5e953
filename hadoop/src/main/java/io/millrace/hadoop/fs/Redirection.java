package io.millrace.hadoop.fs;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.util.List;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.jspecify.annotations.Nullable;

/**
 * The redirected local paths of the process and what is in memory of the files there: one for all
 * its jobs, users and file systems, as Hadoop keeps one file system for all of them. Thread-safe.
 */
final class Redirection {

    static final Redirection OF_PROCESS = new Redirection();

    private static final String NAMESPACES = "io.millrace.hadoop.namespace.Namespaces";

    private final RedirectedPaths paths = new RedirectedPaths();
    private final ReadWriteLock changes = new ReentrantReadWriteLock();
    private volatile @Nullable MemoryFiles memory;
    private volatile @Nullable Saving saving;

    private Redirection() {}

    /** What is in memory; null as long as nothing is redirected. */
    @Nullable MemoryFiles memory() {
        return memory;
    }

    RedirectedPaths paths() {
        return paths;
    }

    /**
     * Held for reading while names change, so that it may be held for writing while files move from
     * memory to disk.
     */
    ReadWriteLock changes() {
        return changes;
    }

    /**
     * Redirects what a configuration says, from now on. Tasks of another process have no part in
     * it.
     *
     * @throws io.millrace.engine.config.BadSettingException if its value is not allowed
     * @throws IOException if there can be no files in memory
     */
    void apply(Configuration conf) throws IOException {
        RedirectSetting setting = RedirectSetting.of(conf);
        if (!setting.isOff() && open(conf)) {
            setting.prefixes().forEach(paths::add);
        }
    }

    /** False where there can be no files in memory. */
    private synchronized boolean open(Configuration conf) throws IOException {
        if (memory == null) {
            MemoryFiles opened = namespace(conf);
            if (opened == null) {
                return false;
            }
            Saving saves = new Saving(opened, DirectLocalFileSystem.onDisk(conf));
            RedirectionEnd.arm(saves, changes);
            saving = saves;
            memory = opened;
        }
        return true;
    }

    /** By name: what is in memory is in that of jobs, which make local files themselves. */
    private static @Nullable MemoryFiles namespace(Configuration conf) throws IOException {
        try {
            return (MemoryFiles)
                    Class.forName(NAMESPACES)
                            .getMethod("local", Configuration.class)
                            .invoke(null, conf);
        } catch (InvocationTargetException e) {
            throw new IOException("files in memory cannot be had: " + e.getCause(), e.getCause());
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("a part of Millrace is missing", e);
        }
    }

    /** Writes what is at and below a path to disk, but what is being written. */
    List<String> save(Path path) {
        changes.writeLock().lock();
        try {
            return saveLocked(path);
        } finally {
            changes.writeLock().unlock();
        }
    }

    /** The same for who holds {@link #changes} for writing. */
    List<String> saveLocked(Path path) {
        Saving known = saving;
        return known == null ? List.of() : known.closedFiles(path);
    }

    /** Makes a folder on disk that may be in memory only. */
    void makeFolder(Path path) throws IOException {
        Saving known = saving;
        if (known != null) {
            known.makeFolder(path);
        }
    }
}
