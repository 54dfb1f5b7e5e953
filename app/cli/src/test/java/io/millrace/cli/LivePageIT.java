package io.millrace.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.cli.job.CopiesLines;
import io.millrace.testing.Launched;
import io.millrace.testing.Launched.Launcher;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a person learns of the live page on the command line. */
class LivePageIT {

    @TempDir Path folder;

    private Path input;
    private Path output;

    @BeforeEach
    void writeInput() throws IOException {
        input = Files.writeString(folder.resolve("input.txt"), "one\ntwo\n");
        output = folder.resolve("output");
    }

    @Test
    void theAddressIsToldWithItsTokenAndTheProcessEndsWithTheJob() throws Exception {
        Launched run =
                new Launcher(folder)
                        .run(
                                "jar",
                                "--ui",
                                JobJars.runnable(folder, CopiesLines.class),
                                input,
                                output)
                        .succeeded();
        assertThat(run.err())
                .containsPattern("Live page: http://127\\.0\\.0\\.1:\\d+/\\?token=[0-9a-f]{64}\\R");
        assertThat(output.resolve("_SUCCESS")).exists();
    }

    @Test
    void withoutTheOptionThereIsNoPage() throws Exception {
        Launched run =
                new Launcher(folder)
                        .run("jar", JobJars.runnable(folder, CopiesLines.class), input, output)
                        .succeeded();
        assertThat(run.err()).doesNotContain("Live page");
    }

    @Test
    void aPortThatIsTakenEndsTheRunBeforeAnyTask() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            String key = "millrace.ui.port";
            Path conf = folder.resolve("conf");
            Files.createDirectories(conf);
            Files.writeString(
                    conf.resolve("mapred-site.xml"),
                    "<configuration><property><name>%s</name><value>%d</value></property></configuration>"
                            .formatted(key, taken.getLocalPort()));
            Launched run =
                    new Launcher(folder)
                            .with("HADOOP_CONF_DIR", conf)
                            .run("jar", JobJars.runnable(folder, CopiesLines.class), input, output)
                            .endedWith(1);
            assertThat(run.err())
                    .contains("millrace: " + key + " is " + taken.getLocalPort())
                    .contains("set another port, or 0 for a free one")
                    .doesNotContain("\tat ", "map 0%");
            assertThat(output).doesNotExist();
        }
    }
}
