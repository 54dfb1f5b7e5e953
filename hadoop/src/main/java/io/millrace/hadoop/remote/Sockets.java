package io.millrace.hadoop.remote;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;

/**
 * Where the sockets of a user's processes are: named by process, in a folder for the user alone.
 */
final class Sockets {

    private static final Set<PosixFilePermission> OWNER_ONLY =
            PosixFilePermissions.fromString("rwx------");

    private Sockets() {}

    /** The socket of a process, which need not be there. */
    static Path of(long process) {
        return folder().resolve(Long.toString(process));
    }

    private static Path folder() {
        return Path.of(
                System.getProperty("java.io.tmpdir"),
                "millrace." + System.getProperty("user.name"));
    }

    /**
     * Makes the folder if it is not there.
     *
     * @throws IOException if it is not this user's alone
     */
    static void prepare() throws IOException {
        Path folder = folder();
        try {
            Files.createDirectory(folder, PosixFilePermissions.asFileAttribute(OWNER_ONLY));
        } catch (FileAlreadyExistsException e) {
            check(folder);
        } catch (UnsupportedOperationException e) {
            throw new IOException(folder + " cannot be made for this user alone", e);
        }
    }

    private static void check(Path folder) throws IOException {
        PosixFileAttributes found =
                Files.readAttributes(folder, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
        String user = System.getProperty("user.name");
        if (!found.isDirectory()
                || !found.owner().getName().equals(user)
                || !found.permissions().equals(OWNER_ONLY)) {
            throw new IOException(
                    folder
                            + " has to be a folder of "
                            + user
                            + " that nobody else can enter; delete it, or let its owner");
        }
    }

    /** The processes that live and have a socket; what others left is deleted. */
    static List<Long> processes() throws IOException {
        Path folder = folder();
        List<Long> living = new ArrayList<>();
        if (Files.notExists(folder)) {
            return living;
        }
        check(folder);
        try (DirectoryStream<Path> all = Files.newDirectoryStream(folder, "[0-9]*")) {
            for (Path each : all) {
                long process = Long.parseLong(each.getFileName().toString());
                if (ProcessHandle.of(process).isPresent()) {
                    living.add(process);
                } else {
                    Files.deleteIfExists(each);
                }
            }
        }
        Collections.sort(living);
        return living;
    }
}
