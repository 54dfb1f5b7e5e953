package io.millrace.hadoop.staging;

import io.millrace.files.local.TrustedPath;
import io.millrace.files.process.MillraceProcess;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The directories of a process. Each contains a lock file that the process keeps locked. The system
 * releases the lock when the process ends, however it ends. Directories left by a killed process
 * can thus be distinguished from those in use.
 */
public final class Claims {

    private static final Logger LOG = LoggerFactory.getLogger(Claims.class);

    /** Name of a lock file, without the process id of its JVM. */
    private static final String SIGN = ".in-use-";

    /**
     * The lock file of this JVM, shared by all Millrace processes in it. It is recognized by its
     * name and never opened again: POSIX releases the JVM's lock when any channel of the file
     * closes.
     */
    private static final String OWN = SIGN + ProcessHandle.current().pid();

    /** Keeps the locks reachable, and thus held, by directory. */
    private final Map<Path, FileLock> held = new ConcurrentHashMap<>();

    private Claims() {}

    /** The claims of a process. */
    public static Claims of(MillraceProcess process) {
        return process.part(Claims.class, none -> new Claims());
    }

    /**
     * Claims a directory of this process until its release or the end of the process. If that
     * fails, for instance on a file system without locks, no sweep ever deletes the directory.
     */
    public void add(Path directory) {
        Path fresh = directory.resolve(".claim");
        try {
            FileChannel channel =
                    FileChannel.open(fresh, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            held.put(directory, channel.lock());
            // Only now, because nobody may find the file before it is locked.
            Files.move(fresh, directory.resolve(OWN), StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException | OverlappingFileLockException e) {
            LOG.debug(
                    "Directory {} could not be claimed. If this process is killed, the"
                            + " directory stays.",
                    directory,
                    e);
        }
    }

    /** Closes the lock file of a directory that this process has deleted. */
    public void release(Path directory) {
        FileLock lock = held.remove(directory);
        if (lock == null) {
            return;
        }
        try {
            lock.acquiredBy().close();
        } catch (IOException e) {
            LOG.debug("The lock file of {} could not be closed", directory, e);
        }
    }

    /**
     * Deletes the directories in {@code parent} that dead processes of this user had claimed. Skips
     * directories that other users may enter, because their content may be a trap.
     *
     * @param own this process's directory in {@code parent}
     */
    public static void sweep(Path parent, String prefix, Path own) {
        try (DirectoryStream<Path> all =
                Files.newDirectoryStream(
                        parent, path -> path.getFileName().toString().startsWith(prefix))) {
            for (Path directory : all) {
                if (!directory.equals(own)
                        && TrustedPath.isPrivate(directory)
                        && !Files.exists(directory.resolve(OWN))) {
                    deleteIfDead(directory);
                }
            }
        } catch (IOException e) {
            LOG.debug(
                    "Directory {} could not be searched for leftovers of killed processes",
                    parent,
                    e);
        }
    }

    private static void deleteIfDead(Path directory) throws IOException {
        try (DirectoryStream<Path> signs = Files.newDirectoryStream(directory, SIGN + "*")) {
            for (Path sign : signs) {
                deleteIfDead(directory, sign);
            }
        }
    }

    private static void deleteIfDead(Path directory, Path sign) {
        try (FileChannel channel = FileChannel.open(sign, StandardOpenOption.WRITE);
                FileLock lock = channel.tryLock()) {
            if (lock != null) {
                LOG.info("Deleting {}, left by a killed process", directory);
                TreeDeletion.quietly(directory);
            }
        } catch (IOException | OverlappingFileLockException e) {
            LOG.debug("Skipping {}", directory, e);
        }
    }
}
