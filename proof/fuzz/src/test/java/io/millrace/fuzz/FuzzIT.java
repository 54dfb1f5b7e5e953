package io.millrace.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.testing.Checkout;
import io.millrace.testing.Sampled;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Random programs from the command line. */
@Sampled(oneIn = 2)
class FuzzIT {

    @TempDir Path folder;

    @Test
    void programsAreRunAndCompared() throws Exception {
        assertThat(run(0, "--programs", "8")).contains("8 programs, ", ": no differences");
    }

    @Test
    void oneProgramIsRunAgainInAllItsModes() throws Exception {
        assertThat(run(0, "--replay", "1048576")).contains("1 program, ", ": no differences");
    }

    @Test
    void modesAreListedAndAnUnknownOneIsRefused() throws Exception {
        assertThat(run(0, "--mode", "list")).contains("default", "without text.set", "push");
        assertThat(run(2, "--mode", "none"))
                .contains("there is no mode none; ./millrace fuzz --mode list prints them");
    }

    /** What the command prints to both streams. */
    private String run(int exitCode, String... arguments) throws Exception {
        File said = folder.resolve("said").toFile();
        ProcessBuilder builder =
                new ProcessBuilder(Checkout.root().resolve("millrace").toString(), "fuzz");
        builder.command().addAll(List.of(arguments));
        Map<String, String> environment = builder.environment();
        environment
                .keySet()
                .removeIf(name -> name.startsWith("HADOOP_") || name.startsWith("MILLRACE_"));
        environment.put("MILLRACE_BUILD", "off");
        environment.put("MILLRACE_JAVA_HOME", System.getProperty("java.home"));
        environment.put("XDG_CACHE_HOME", folder.resolve("cache").toString());
        environment.put("HADOOP_HEAPSIZE_MAX", "768");
        Process process = builder.redirectErrorStream(true).redirectOutput(said).start();
        assertThat(process.waitFor(5, TimeUnit.MINUTES)).isTrue();
        String text = Files.readString(said.toPath());
        assertThat(process.exitValue()).as(text).isEqualTo(exitCode);
        return text;
    }
}
