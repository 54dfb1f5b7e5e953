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
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The directories of a process. Each has a sign that its process lives: a file in it that the
 * process keeps locked. The system drops the lock with the process, however that ends, so what a
 * killed process left can be told from what a living one needs.
 */
public final class Claims {

    private static final Logger LOG = LoggerFactory.getLogger(Claims.class);

    /** What signs are called, but for the number of the JVM. */
    private static final String SIGN = ".in-use-";

    /**
     * The sign of this JVM, whichever of the processes in it made the directory. It is told by its
     * name and never opened again: POSIX drops the JVM's lock when any channel of the file closes.
     */
    private static final String OWN = SIGN + ProcessHandle.current().pid();

    /** Locks last as long as somebody knows them; these, as long as the process. */
    private final Queue<FileLock> held = new ConcurrentLinkedQueue<>();

    private Claims() {}

    /** Those of a process. */
    public static Claims of(MillraceProcess process) {
        return process.part(Claims.class, none -> new Claims());
    }

    /**
     * Claims a directory of this process until the process ends. One that cannot be claimed, on a
     * file system without locks for instance, is simply never taken for a dead process's.
     */
    public void add(Path directory) {
        Path fresh = directory.resolve(".claim");
        try {
            FileChannel channel =
                    FileChannel.open(fresh, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            held.add(channel.lock());
            // Only now: nobody must find the sign before it is locked.
            Files.move(fresh, directory.resolve(OWN), StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException | OverlappingFileLockException e) {
            LOG.debug(
                    "{} cannot be claimed; should this process be killed, it stays", directory, e);
        }
    }

    /**
     * Deletes the directories in {@code parent} that processes of this user which live no more had
     * claimed. Those that others may enter are left alone: what is in them may be a trap.
     *
     * @param own the directory there that is this process's
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
            LOG.debug("{} cannot be searched for what killed processes left", parent, e);
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
                LOG.info("Deleting {}, which a process left that was killed", directory);
                TreeDeletion.quietly(directory);
            }
        } catch (IOException | OverlappingFileLockException e) {
            LOG.debug("{} is left alone", directory, e);
        }
    }
}
