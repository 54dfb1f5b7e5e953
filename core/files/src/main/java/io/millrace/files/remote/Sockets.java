package io.millrace.files.remote;

import io.millrace.files.local.TrustedPath;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** The sockets of a user's processes, named by process id, in a private directory of the user. */
final class Sockets {

    private static final Path PARENT = Path.of(System.getProperty("java.io.tmpdir"));
    private static final String NAME = "millrace." + System.getProperty("user.name");

    private Sockets() {}

    /** The socket of a process, which need not exist. */
    static Path of(long process) {
        return folder().resolve(Long.toString(process));
    }

    private static Path folder() {
        return PARENT.resolve(NAME);
    }

    /**
     * Creates the directory if it is missing.
     *
     * @throws IOException if it is not private to this user
     */
    static void prepare() throws IOException {
        TrustedPath.makePrivate(TrustedPath.make(PARENT).resolve(NAME));
    }

    /** The live processes with a socket; deletes the sockets of dead ones. */
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
