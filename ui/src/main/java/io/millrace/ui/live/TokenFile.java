package io.millrace.ui.live;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/**
 * Leaves the token where a program that reads the page can find it, as long as the process lasts.
 */
final class TokenFile {

    private TokenFile() {}

    /** Writes it, in place of another process'; only the owner may read it, from the beginning. */
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
