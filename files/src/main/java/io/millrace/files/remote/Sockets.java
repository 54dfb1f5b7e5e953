package io.millrace.files.remote;

import io.millrace.files.local.TrustedPath;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Where the sockets of a user's processes are: named by process, in a directory for the user alone.
 */
final class Sockets {

    private static final Path PARENT = Path.of(System.getProperty("java.io.tmpdir"));
    private static final String NAME = "millrace." + System.getProperty("user.name");

    private Sockets() {}

    /** The socket of a process, which need not be there. */
    static Path of(long process) {
        return folder().resolve(Long.toString(process));
    }

    private static Path folder() {
        return PARENT.resolve(NAME);
    }

    /**
     * Makes the directory if it is not there.
     *
     * @throws IOException if it is not this user's alone
     */
    static void prepare() throws IOException {
        TrustedPath.makePrivate(TrustedPath.make(PARENT).resolve(NAME));
    }

    /** The processes that live and have a socket; what others left is deleted. */
    static List<Long> processes() throws IOException {
        Path folder = folder();
        List<Long> living = new ArrayList<>();
        if (Files.notExists(folder)) {
            return living;
        }
        prepare();
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
