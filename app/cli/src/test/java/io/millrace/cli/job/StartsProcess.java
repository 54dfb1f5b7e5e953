package io.millrace.cli.job;

import java.nio.file.Files;
import java.nio.file.Path;

/** Starts a process that does not end by itself, writes its id to a file, and waits for it. */
public final class StartsProcess {

    private StartsProcess() {}

    public static void main(String[] arguments) throws Exception {
        Process process = new ProcessBuilder("sleep", "1000").start();
        Path unfinished = Files.writeString(Path.of(arguments[0] + ".part"), "" + process.pid());
        Files.move(unfinished, Path.of(arguments[0]));
        process.waitFor();
    }
}
