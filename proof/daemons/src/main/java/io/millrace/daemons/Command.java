package io.millrace.daemons;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Short programs of the system. */
final class Command {

    private Command() {}

    /**
     * Runs a program and returns its output.
     *
     * @throws IOException if it does not exist or fails; the message has what it said
     */
    static String run(List<String> command) throws IOException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        process.getOutputStream().close();
        String said =
                new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        try {
            if (process.waitFor() != 0) {
                throw new IOException(String.join(" ", command) + " failed: " + said);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException(String.join(" ", command) + " was interrupted", e);
        }
        return said;
    }

    /** Runs a program whose words have no spaces. */
    static String run(String command) throws IOException {
        return run(List.of(command.split(" ")));
    }
}
