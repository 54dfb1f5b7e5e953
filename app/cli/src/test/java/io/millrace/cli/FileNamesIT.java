package io.millrace.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.millrace.cli.job.CopiesLines;
import io.millrace.testing.Launched;
import io.millrace.testing.Launched.Launcher;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** File names that are not ASCII, in a locale that is. */
@Tag("jdk")
class FileNamesIT {

    @TempDir Path folder;

    @Test
    void aFileWithANameInUtf8IsReadInTheLocaleC() throws Exception {
        Launched locales = new Launcher(folder, Path.of("/bin/sh")).run("-c", "locale -a");
        assumeThat(locales.out()).as("this machine's locales").containsPattern("(?i)C\\.utf-?8");
        Path input = Files.createDirectory(folder.resolve("in"));
        // By a shell: this JVM may run in a locale without such names.
        new Launcher(folder, Path.of("/bin/bash"))
                .run("-c", "echo greetings >'" + input + "'/$'gr\\xc3\\xbc\\xc3\\x9fe.txt'")
                .succeeded();
        Path output = folder.resolve("out");

        Launched run =
                new Launcher(folder)
                        .with("LC_ALL", "C")
                        .run("jar", JobJars.runnable(folder, CopiesLines.class), input, output)
                        .succeeded();

        assertThat(run.err()).contains("Map input records=1").doesNotContain("file names as");
        assertThat(output.resolve("part-r-00000")).hasContent("0\tgreetings");
    }

    @Test
    void doctorWarnsOfAJvmThatReadsOtherNames() throws Exception {
        Path java = Path.of(System.getProperty("java.home"), "bin", "java");
        String jars = Launched.dist().resolve("lib") + "/";
        Launched run =
                new Launcher(folder, java)
                        .with("LC_ALL", "C")
                        .run(
                                "-cp",
                                jars + "millrace/*:" + jars + "hadoop/*",
                                "io.millrace.cli.Main",
                                "doctor");
        assertThat(run.out()).contains("warning  This JVM reads file names as ANSI_X3.4-1968");
    }
}
