package io.millrace.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.testing.Launched;
import io.millrace.testing.Launched.Launcher;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * Jobs of the documentation that {@link PagesIT} cannot run, because they need a cluster or more:
 * they are understood up to the jar, which is missing.
 */
class LeftOutCommandsIT {

    private static final String JAR = "./millrace jar ";
    private static final String CONF = "/etc/hadoop/conf";

    @TempDir Path place;

    @TestFactory
    Stream<DynamicTest> commandsOfThePageAreUnderstood() throws IOException {
        return Page.all().stream()
                .flatMap(page -> page.fences().stream().filter(Fence::isLeftOut))
                .flatMap(LeftOutCommandsIT::jobs)
                .map(command -> DynamicTest.dynamicTest(command, () -> isUnderstood(command)));
    }

    /** With the lines that a backslash continues; without those that fetch first. */
    private static Stream<String> jobs(Fence fence) {
        String text = String.join("\n", fence.lines()).replace("\\\n", " ");
        return Arrays.stream(text.split("\n"))
                .filter(line -> line.startsWith(JAR) && !line.contains("--packages"));
    }

    private void isUnderstood(String command) throws Exception {
        Path launcher = place.resolve("millrace");
        if (!Files.exists(launcher)) {
            Files.createSymbolicLink(launcher, Launched.script());
        }
        Launched run =
                new Launcher(place, Path.of("/bin/bash"))
                        .run("-c", command.replace(CONF, place.toString()));
        assertThat(run.complaint()).containsAnyOf("there is no ", "no cluster is configured");
    }
}
