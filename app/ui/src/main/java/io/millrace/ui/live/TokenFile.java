package io.millrace.ui.live;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** Writes the token to a file for programs that read the page, until the process ends. */
final class TokenFile {

    private TokenFile() {}

    /** Writes the file, which replaces that of another process. Only its owner can ever read it. */
    static void write(Path file, Token token) throws IOException {
        Path target = file.toAbsolutePath();
        Path made = Files.createTempFile(target.getParent(), "token", ".tmp");
        try {
            Files.writeString(made, token.text());
            Files.move(made, target, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(made);
        }
        target.toFile().deleteOnExit();
    }
}
