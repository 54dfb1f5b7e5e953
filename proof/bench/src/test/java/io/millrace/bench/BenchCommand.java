package io.millrace.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * The program with the measurements, as a user starts it.
 *
 * @param folder receives what it prints
 */
record BenchCommand(Path folder) {

    /** Runs a command that must succeed; returns its standard output. */
    String run(String... arguments) throws Exception {
        Path err = folder.resolve("err");
        assertThat(exitCode(arguments)).as(() -> text(err)).isZero();
        return Files.readString(folder.resolve("out"));
    }

    /** Runs a command that must be refused; returns its standard error. */
    String complaint(String... arguments) throws Exception {
        assertThat(exitCode(arguments)).isEqualTo(2);
        return Files.readString(folder.resolve("err"));
    }

    static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    int exitCode(String... arguments) throws Exception {
        ProcessBuilder builder = new ProcessBuilder("../../millrace");
        builder.command().addAll(List.of(arguments));
        Map<String, String> environment = builder.environment();
        environment
                .keySet()
                .removeIf(name -> name.startsWith("HADOOP_") || name.startsWith("MILLRACE_"));
        environment.put("MILLRACE_BUILD", "off");
        environment.put("MILLRACE_JAVA_HOME", System.getProperty("java.home"));
        environment.put("XDG_CACHE_HOME", folder.resolve("cache").toString());
        environment.put("HADOOP_HEAPSIZE_MAX", "768");
        Process process =
                builder.redirectOutput(folder.resolve("out").toFile())
                        .redirectError(folder.resolve("err").toFile())
                        .start();
        assertThat(process.waitFor(5, TimeUnit.MINUTES)).isTrue();
        return process.exitValue();
    }
}
