package io.millrace.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.cli.job.HoldsFiles;
import io.millrace.testing.Launched.Launcher;
import io.millrace.testing.Sampled;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command that looks at files in the memory of another process. */
@Sampled(oneIn = 2)
class FsIT {

    @TempDir Path folder;

    /** Sees no processes but those of this test. */
    private Launcher launcher() {
        return new Launcher(folder).with("MILLRACE_OPTS", "-Djava.io.tmpdir=" + folder);
    }

    @Test
    void whereNoProcessHasFilesItSaysSo() throws Exception {
        assertThat(launcher().run("fs", "ls").endedWith(2).complaint())
                .contains("no process of yours has files in memory");
    }

    @Test
    void commandsWithAHyphenAreHadoopsOwn() throws Exception {
        Path made = folder.resolve("made/within");
        launcher().run("fs", "-mkdir", "-p", made).succeeded();
        Path note = Files.writeString(folder.resolve("note"), "on disk");
        launcher().run("fs", "-put", note, made).succeeded();
        assertThat(launcher().run("fs", "-cat", made + "/note").succeeded().out())
                .isEqualTo("on disk");
        assertThat(launcher().run("fs", "-test", "-e", made + "/none").endedWith(1).out())
                .isEmpty();
        assertThat(launcher().run("fs", "-ls", "mem:/held").endedWith(2).complaint())
                .contains("mem:/held is in the memory of another process", "millrace fs ls");
    }

    @Test
    void filesOfAProcessAreListedPrintedCopiedAndWrittenToDisk() throws Exception {
        Path redirected = folder.resolve("redirected");
        Path out = folder.resolve("out");
        Process process =
                launcher()
                        .start(
                                out,
                                folder.resolve("err"),
                                "jar",
                                JobJars.runnable(folder, HoldsFiles.class),
                                redirected);
        try {
            Instant deadline = Instant.now().plus(Duration.ofMinutes(2));
            while (!Files.readString(out).contains("waiting")) {
                assertThat(Instant.now())
                        .as(Files.readString(folder.resolve("err")))
                        .isBefore(deadline);
                Thread.onSpinWait();
            }
            assertThat(launcher().run("fs", "ls", "mem:/held").succeeded().out())
                    .contains("rw-r--r--", " 9 ", "mem:/held/file");
            assertThat(launcher().run("fs", "cat", "mem:/held/file").succeeded().out())
                    .isEqualTo("in memory");
            assertThat(redirected).doesNotExist();
            launcher().run("fs", "cp", redirected, folder.resolve("copy")).succeeded();
            assertThat(folder.resolve("copy/part")).hasContent("redirected");
            assertThat(folder.resolve("copy/context")).hasContent("through FileContext");
            Path note = Files.writeString(folder.resolve("note"), "from outside");
            launcher().run("fs", "cp", note, redirected).succeeded();
            launcher().run("fs", "cp", "mem:/held", redirected.resolve("held")).succeeded();
            assertThat(
                            launcher()
                                    .run(
                                            "fs",
                                            "cat",
                                            redirected + "/note",
                                            redirected + "/held/file")
                                    .succeeded()
                                    .out())
                    .isEqualTo("from outsidein memory");
            assertThat(launcher().run("fs", "cp", note, redirected).endedWith(1).complaint())
                    .contains(redirected + "/note already exists");
            assertThat(redirected).doesNotExist();
            launcher().run("fs", "persist").succeeded();
            assertThat(redirected.resolve("note")).hasContent("from outside");
            assertThat(redirected.resolve("part")).hasContent("redirected");
            assertThat(launcher().run("fs", "cat", "mem:/none").endedWith(1).complaint())
                    .contains("/none");
        } finally {
            process.destroy();
            assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
        }
    }
}
