package io.millrace.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.cli.Launched.Launcher;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CommandsIT {

    @TempDir Path folder;

    @Test
    void helpNamesEveryCommand() throws Exception {
        assertThat(run("--help").succeeded().out())
                .contains(
                        "demo",
                        "jar",
                        "explain",
                        "history",
                        "classpath",
                        "config",
                        "version",
                        "workload",
                        "fuzz",
                        "bench");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "demo",
                "jar",
                "explain",
                "history",
                "classpath",
                "config",
                "version",
                "workload",
                "fuzz"
            })
    void everyCommandExplainsItself(String command) throws Exception {
        Launched help = run(command, "--help").succeeded();
        assertThat(help.out()).startsWith("Usage: millrace " + command);
        assertThat(help.err()).isEmpty();
    }

    @Test
    void versionNamesMillraceHadoopAndJava() throws Exception {
        assertThat(run("version").succeeded().out().lines())
                .satisfiesExactly(
                        line -> assertThat(line).isEqualTo("Hadoop 3.5.0"),
                        line -> assertThat(line).matches("Millrace \\d+\\.\\d+.*"),
                        line -> assertThat(line).startsWith("Java " + Runtime.version().feature()));
    }

    @Test
    void classpathIsOneJar() throws Exception {
        assertThat(run("classpath").succeeded().out().lines())
                .singleElement()
                .satisfies(line -> assertThat(Path.of(line)).isRegularFile().isAbsolute());
    }

    @Test
    void wrongUseIsToldFromFailure() throws Exception {
        assertThat(run().failedWith(2).err()).contains("Usage: millrace");
        assertThat(run("nonsense").failedWith(2).err()).contains("nonsense");
        assertThat(run("demo", "--size", "many").failedWith(2).err())
                .contains("'many' is no size; try 64MB");
        assertThat(run("demo", "--input", "missing.txt").failedWith(2).complaint())
                .isEqualTo(
                        "millrace: cannot read missing.txt; --input takes a file or a directory of text");
        assertThat(run("demo", "--output", folder, "--size", "1").failedWith(2).complaint())
                .isEqualTo(
                        "millrace: " + folder + " exists; name another directory for the output");
    }

    private Launched run(Object... arguments) throws Exception {
        return new Launcher(folder).run(arguments);
    }
}
