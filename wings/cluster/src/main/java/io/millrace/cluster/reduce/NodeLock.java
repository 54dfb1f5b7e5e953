package io.millrace.cluster.reduce;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.JobID;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The turn of one of a job's reduce tasks on a node: only the task that has it does eager work, so
 * that this work takes one processor of the node from map tasks, and not one for each reduce task
 * (reduce staggering: MapReduce with Communication Overlap, Ahmad et al. 2007, section 3.3).
 *
 * <p>Each task has its own JVM. The tasks share the application's local directory, and lock a file
 * there. The system unlocks the file of a task that dies. Where files cannot be locked, every task
 * has a turn at any time. Thread-safe.
 */
final class NodeLock implements Closeable {

    private static final Logger LOG = LoggerFactory.getLogger(NodeLock.class);

    /** Null if there are no turns. */
    private final @Nullable Path file;

    @GuardedBy("this")
    private @Nullable FileChannel channel;

    @GuardedBy("this")
    private @Nullable FileLock lock;

    @GuardedBy("this")
    private boolean unavailable;

    /**
     * @param file null if every task has a turn at any time
     */
    NodeLock(@Nullable Path file) {
        this.file = file;
        unavailable = file == null;
    }

    /** The file that the job's tasks on this node share; null if they share no directory. */
    static @Nullable Path fileOf(JobConf conf, JobID job) throws IOException {
        String[] shared = conf.getLocalDirs();
        return shared == null || shared.length == 0
                ? null
                : Path.of(shared[0]).toAbsolutePath().resolve(job + "_millrace_turn");
    }

    /** Takes the turn, unless another task has it. The turn may be the caller's already. */
    synchronized boolean take() {
        if (file == null || unavailable || lock != null) {
            return true;
        }
        try {
            FileChannel opened = channel;
            if (opened == null) {
                opened =
                        FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                channel = opened;
            }
            lock = opened.tryLock();
            return lock != null;
        } catch (OverlappingFileLockException e) {
            return false; // a task in the same JVM, which is not one of a container
        } catch (IOException e) {
            LOG.info("Eager work is not staggered, because {} cannot be locked: {}", file, e);
            unavailable = true;
            return true;
        }
    }

    /** Lets another task have the turn. */
    synchronized void giveBack() {
        FileLock held = lock;
        lock = null;
        if (held != null) {
            try {
                held.release();
            } catch (IOException e) {
                LOG.debug("{} cannot be unlocked", file, e);
            }
        }
    }

    /**
     * Gives the turn back and deletes the file, after which tasks may share no turn: this one's map
     * outputs have all come, so the others' are about to. May be called twice.
     */
    @Override
    public synchronized void close() {
        giveBack();
        unavailable = true;
        FileChannel opened = channel;
        channel = null;
        if (file == null || opened == null) {
            return;
        }
        try (opened) {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            LOG.debug("{} stays until the application ends", file, e);
        }
    }
}
