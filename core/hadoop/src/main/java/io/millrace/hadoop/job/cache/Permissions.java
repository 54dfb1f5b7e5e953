package io.millrace.hadoop.job.cache;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/**
 * The permissions of copies of cached files: as on a cluster, all are executable and none is
 * writable, because jobs share them.
 */
final class Permissions {

    private static final byte[] SCRIPT = {'#', '!'};
    private static final byte[] PROGRAM = {0x7f, 'E', 'L', 'F'};

    private Permissions() {}

    /** Whether {@code file} is a script or program that is not marked as executable. */
    static boolean lacking(Path file) throws IOException {
        if (!Files.isRegularFile(file) || Files.isExecutable(file) || !Files.isReadable(file)) {
            return false;
        }
        try (InputStream in = Files.newInputStream(file)) {
            byte[] start = in.readNBytes(PROGRAM.length);
            return startsWith(start, SCRIPT) || startsWith(start, PROGRAM);
        }
    }

    private static boolean startsWith(byte[] bytes, byte[] start) {
        boolean same = bytes.length >= start.length;
        for (int i = 0; same && i < start.length; i++) {
            same = bytes[i] == start[i];
        }
        return same;
    }

    /**
     * Sets the permissions of a copy and everything in it.
     *
     * @param forAll whether everybody may read it, or only the job's user
     */
    static void seal(Path copy, boolean forAll) throws IOException {
        if (copy.getFileSystem().supportedFileAttributeViews().contains("posix")) {
            Files.walkFileTree(copy, new Sealer(forAll));
        }
    }

    private static final class Sealer extends SimpleFileVisitor<Path> {

        private final Set<PosixFilePermission> files;
        private final Set<PosixFilePermission> directories;

        Sealer(boolean forAll) {
            files = PosixFilePermissions.fromString(forAll ? "r-xr-xr-x" : "r-x------");
            directories = PosixFilePermissions.fromString(forAll ? "rwxr-xr-x" : "rwx------");
        }

        @Override
        public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes)
                throws IOException {
            Files.setPosixFilePermissions(directory, directories);
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
                throws IOException {
            if (!attributes.isSymbolicLink()) {
                Files.setPosixFilePermissions(file, files);
            }
            return FileVisitResult.CONTINUE;
        }
    }
}
