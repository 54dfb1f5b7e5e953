package io.millrace.cli;

import io.millrace.engine.config.NearestName;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** Recognises a first word that is not a command, before options such as --help are read. */
final class UnknownCommand {

    private static final String JAR = ".jar";

    private UnknownCommand() {}

    /**
     * A complaint about the word, in one line; empty if it is one of the {@code known} commands.
     */
    static Optional<String> complaint(String word, Set<String> known) {
        if (known.contains(word)) {
            return Optional.empty();
        }
        if (isJar(word)) {
            return Optional.of(
                    word + " is a jar, not a command; run it with: millrace jar " + word + " ...");
        }
        String remedy = "millrace help lists the commands";
        return Optional.of(
                "there is no command "
                        + word
                        + "; "
                        + NearestName.misspelt(word, known)
                                .map(name -> "did you mean " + name + "? " + remedy)
                                .orElse(remedy));
    }

    private static boolean isJar(String word) {
        return word.toLowerCase(Locale.ROOT).endsWith(JAR) && Files.isRegularFile(Path.of(word));
    }
}
