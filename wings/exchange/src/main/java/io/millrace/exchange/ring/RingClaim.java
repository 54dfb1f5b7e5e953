package io.millrace.exchange.ring;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.Iterator;

/**
 * The claim of a process on the directory of a ring file. The directory contains a file that the
 * process keeps locked, and the system releases the lock when the process ends, however it ends. So
 * others can delete the directories of killed processes.
 */
final class RingClaim {

    private static final System.Logger LOG = System.getLogger("io.millrace.exchange");

    private static final String PREFIX = "millrace-ring-";
    private static final String RING = "ring";
    private static final String SIGN = ".in-use-";
    private static final String FRESH = ".claim";

    /**
     * The sign of this JVM. It is recognized by its name and never opened again: POSIX releases a
     * JVM's lock when any channel of the file closes.
     */
    private static final String OWN = SIGN + ProcessHandle.current().pid();

    /** A process that was killed before it had claimed its directory; that takes far less. */
    private static final Duration UNCLAIMED = Duration.ofHours(1);

    private final Path directory;
    private final FileChannel lock;

    private RingClaim(Path directory, FileChannel lock) {
        this.directory = directory;
        this.lock = lock;
    }

    /**
     * Creates a directory in {@code parent} that only this user can enter, and claims it.
     *
     * @throws IOException if it cannot; nothing is left then
     */
    static RingClaim make(Path parent) throws IOException {
        Path made = Files.createTempDirectory(parent, PREFIX);
        Path fresh = made.resolve(FRESH);
        boolean claimed = false;
        try {
            FileChannel lock =
                    FileChannel.open(
                            fresh, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
            RingClaim claim = new RingClaim(made, lock);
            lock.lock();
            // Only now, because nobody may find the file before it is locked.
            Files.move(fresh, made.resolve(OWN), StandardCopyOption.ATOMIC_MOVE);
            claimed = true;
            return claim;
        } finally {
            if (!claimed) {
                deleteAll(made);
            }
        }
    }

    /** The place of the ring file. */
    Path ring() {
        return directory.resolve(RING);
    }

    /** Deletes the directory with its files, and then ends the claim. Idempotent. */
    void delete() {
        deleteAll(directory);
        try {
            lock.close();
        } catch (IOException e) {
            LOG.log(System.Logger.Level.DEBUG, "the sign of {0} stays open: {1}", directory, e);
        }
    }

    /** Deletes the directories in {@code parent} of processes of this user that were killed. */
    static void sweep(Path parent) {
        try (DirectoryStream<Path> all = Files.newDirectoryStream(parent, PREFIX + "*")) {
            for (Path each : all) {
                if (isPrivate(each) && !Files.exists(each.resolve(OWN)) && isLeft(each)) {
                    deleteAll(each);
                }
            }
        } catch (IOException | RuntimeException e) {
            LOG.log(System.Logger.Level.DEBUG, "cannot sweep {0}: {1}", parent, e);
        }
    }

    /** Whether it is of this user, and no other user can have put anything into it. */
    private static boolean isPrivate(Path directory) throws IOException {
        PosixFileAttributes found =
                Files.readAttributes(
                        directory, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
        String user = System.getProperty("user.name", "");
        return found.isDirectory()
                && found.owner().getName().equals(user)
                && PosixFilePermissions.toString(found.permissions()).equals("rwx------");
    }

    private static boolean isLeft(Path directory) throws IOException {
        try (DirectoryStream<Path> signs = Files.newDirectoryStream(directory, SIGN + "*")) {
            Iterator<Path> all = signs.iterator();
            if (all.hasNext()) {
                return isUnlocked(all.next());
            }
        }
        Instant made = Files.getLastModifiedTime(directory).toInstant();
        return made.isBefore(Instant.now().minus(UNCLAIMED));
    }

    private static boolean isUnlocked(Path sign) {
        try (FileChannel channel = FileChannel.open(sign, StandardOpenOption.WRITE);
                FileLock lock = channel.tryLock()) {
            return lock != null;
        } catch (IOException | OverlappingFileLockException e) {
            return false; // it has gone meanwhile, or cannot be told
        }
    }

    /** The directory has files only. */
    private static void deleteAll(Path directory) {
        try {
            try (DirectoryStream<Path> files = Files.newDirectoryStream(directory)) {
                for (Path file : files) {
                    Files.deleteIfExists(file);
                }
            }
            Files.deleteIfExists(directory);
        } catch (IOException e) {
            LOG.log(System.Logger.Level.DEBUG, "cannot delete {0}: {1}", directory, e);
        }
    }
}
