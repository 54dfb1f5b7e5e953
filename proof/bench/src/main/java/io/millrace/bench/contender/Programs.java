package io.millrace.bench.contender;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** Finds programs that are installed on this machine. */
public final class Programs {

    private Programs() {}

    /** A program on the PATH. */
    public static Optional<Path> onPath(String name) {
        String path = Optional.ofNullable(System.getenv("PATH")).orElse("");
        return Pattern.compile(File.pathSeparator, Pattern.LITERAL)
                .splitAsStream(path)
                .map(folder -> Path.of(folder, name))
                .filter(Files::isExecutable)
                .findFirst();
    }

    /** A directory that a variable of the environment names. */
    public static Optional<Path> folderIn(String variable) {
        return Optional.ofNullable(System.getenv(variable))
                .filter(value -> !value.isBlank())
                .map(Path::of);
    }

    /** The output of a command; empty if it is missing or fails. */
    public static Optional<String> output(String... command)
            throws IOException, InterruptedException {
        if (onPath(command[0]).isEmpty() && !Files.isExecutable(Path.of(command[0]))) {
            return Optional.empty();
        }
        Process process =
                new ProcessBuilder(List.of(command))
                        .redirectError(ProcessBuilder.Redirect.DISCARD)
                        .start();
        String text =
                new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        return process.waitFor() == 0 && !text.isEmpty() ? Optional.of(text) : Optional.empty();
    }
}
