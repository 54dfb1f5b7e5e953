package io.millrace.engine.spill;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** The place of a job's runs on disk: its own directories, used in turn. Thread-safe. */
public final class SpillArea {

    private final List<Path> directories;
    private final SpillCoding coding;
    private final boolean posix;
    private final AtomicInteger next = new AtomicInteger();

    /**
     * An area over existing directories of the job, whose creator deletes them. The list may be
     * empty for a job without runs.
     */
    public SpillArea(List<Path> directories, SpillCoding coding) {
        this.directories = List.copyOf(directories);
        this.coding = coding;
        this.posix =
                !directories.isEmpty()
                        && directories
                                .get(0)
                                .getFileSystem()
                                .supportedFileAttributeViews()
                                .contains("posix");
    }

    /** A file number, unique in the area. */
    public int nextNumber() {
        return next.getAndIncrement();
    }

    /** The coding of its files. */
    SpillCoding coding() {
        return coding;
    }

    /**
     * Creates an empty file that only its owner may read, in the first directory that accepts it.
     */
    public Path newFile(String name, int number) throws IOException {
        SpillException failure = null;
        for (int i = 0; i < directories.size(); i++) {
            Path directory = directories.get(Math.floorMod(number + i, directories.size()));
            Path file = directory.resolve(name + "-" + number + ".run");
            try {
                return Files.createFile(file, ownerOnly());
            } catch (IOException e) {
                failure = SpillException.cannotWrite(file, e);
            }
        }
        throw failure == null ? new IOException("no spill directory") : failure;
    }

    private FileAttribute<?>[] ownerOnly() {
        return posix
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(
                            PosixFilePermissions.fromString("rw-------"))
                }
                : new FileAttribute<?>[0];
    }
}
