package io.millrace.hadoop.testing;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A program of the tests in a process of its own, with this one's Java and class path. */
public final class ChildJvm {

    private ChildJvm() {}

    /**
     * Starts {@code program}, which whoever calls has to end.
     *
     * @param log gets what it prints, errors too
     * @param options of the JVM
     * @param arguments of the program, as their texts
     */
    public static Process start(
            Path log, List<String> options, Class<?> program, Object... arguments)
            throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(options);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), program.getName()));
        for (Object argument : arguments) {
            command.add(argument.toString());
        }
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
    }
}
