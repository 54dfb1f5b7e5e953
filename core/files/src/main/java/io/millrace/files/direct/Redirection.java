package io.millrace.files.direct;

import io.millrace.files.namespace.MemoryFiles;
import io.millrace.files.namespace.Namespaces;
import io.millrace.files.process.MillraceProcess;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The redirected local paths of the process and their files in memory. One for all its jobs, users
 * and file systems, because Hadoop keeps one file system for all of them. Thread-safe.
 */
public final class Redirection {

    private static final Logger LOG = LoggerFactory.getLogger(Redirection.class);

    private final MillraceProcess process;
    private final RedirectedPaths paths = new RedirectedPaths();
    private final ReadWriteLock changes = new ReentrantReadWriteLock();
    private volatile @Nullable MemoryFiles memory;
    private volatile @Nullable Saving saving;

    private Redirection(MillraceProcess process) {
        this.process = process;
    }

    /** The redirection of a process. */
    public static Redirection of(MillraceProcess process) {
        return process.part(Redirection.class, Redirection::new);
    }

    /** The files in memory; null while nothing is redirected. */
    @Nullable MemoryFiles memory() {
        return memory;
    }

    RedirectedPaths paths() {
        return paths;
    }

    /** Name changes hold it for reading; moving files from memory to disk holds it for writing. */
    ReadWriteLock changes() {
        return changes;
    }

    /**
     * Redirects the paths of a configuration from now on. Does nothing in a process that runs tasks
     * of another one.
     *
     * @throws io.millrace.engine.config.BadSettingException if its value is not allowed
     * @throws IOException if files cannot be kept in memory
     */
    public void apply(Configuration conf) throws IOException {
        RedirectSetting setting = RedirectSetting.of(conf);
        if (!setting.isOff() && open(conf)) {
            setting.prefixes().forEach(paths::add);
        }
    }

    /** Whether files of a path on the local disk are currently kept in memory. */
    public boolean covers(Path path) {
        return paths.cover(path);
    }

    /** Keeps a job's output directory in memory, unless it contains other files. */
    public void redirectOutput(Path output, Configuration conf) {
        String hidden = RedirectSetting.hiddenBy(output.toUri().getPath(), conf);
        if (hidden.isEmpty()) {
            paths.addOutput(output.toUri().getPath());
        } else {
            LOG.info("Output is not kept in memory, because {} is {}", output, hidden);
        }
    }

    /** False if files cannot be kept in memory. */
    private synchronized boolean open(Configuration conf) throws IOException {
        if (memory == null) {
            MemoryFiles opened = Namespaces.of(process).local(conf);
            if (opened == null) {
                return false;
            }
            Saving saves = new Saving(opened, DirectLocalFileSystem.onDisk(conf));
            RedirectionEnd.arm(process, saves, changes);
            saving = saves;
            memory = opened;
        }
        return true;
    }

    /**
     * Writes the files in memory at and below a local path to disk, except for open files.
     *
     * @return the files that could not be written, and the reasons
     */
    public List<String> save(Path path) {
        changes.writeLock().lock();
        try {
            return saveLocked(path);
        } finally {
            changes.writeLock().unlock();
        }
    }

    /** The same for a caller that holds {@link #changes} for writing. */
    List<String> saveLocked(Path path) {
        Saving known = saving;
        return known == null ? List.of() : known.closedFiles(path);
    }

    /** Creates a directory on disk that may be in memory only. */
    void makeFolder(Path path) throws IOException {
        Saving known = saving;
        if (known != null) {
            known.makeFolder(path);
        }
    }
}
