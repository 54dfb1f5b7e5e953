package io.millrace.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.millrace.cli.jar.JarCommand;
import io.millrace.cli.jar.JarOptions;
import io.millrace.testing.Launched;
import io.millrace.testing.Launched.Launcher;
import io.millrace.testing.Sampled;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

@Sampled(oneIn = 2)
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
                        "schema",
                        "index",
                        "fuzz",
                        "fs",
                        "verify",
                        "cluster",
                        "doctor",
                        "completion",
                        "help",
                        "bench",
                        "conformance");
    }

    @Test
    void helpOfACommandIsWhatItsOptionPrints() throws Exception {
        assertThat(run("help", "jar").succeeded().out())
                .isEqualTo(run("jar", "--help").succeeded().out());
        assertThat(run("help", "history", "show").succeeded().out())
                .startsWith("Usage: millrace history show");
        assertThat(run("help", "nonsense").endedWith(2).complaint())
                .isEqualTo("millrace: there is no command nonsense; millrace help lists them");
        assertThat(run("nosuchcommand", "--help").endedWith(2).complaint())
                .isEqualTo(
                        "millrace: there is no command nosuchcommand; millrace help lists the"
                                + " commands");
        assertThat(run("verfy").endedWith(2).complaint())
                .isEqualTo(
                        "millrace: there is no command verfy; did you mean verify? millrace help"
                                + " lists the commands");
    }

    @Test
    void everyOptionThatTheHelpOfJarListsIsTakenBeforeTheJar() {
        for (OptionSpec option : new CommandLine(new JarCommand()).getCommandSpec().options()) {
            for (String name : option.names()) {
                boolean launchers = Set.of("--hadoop", "--conf-dir", "--packages").contains(name);
                String value = Map.of("--on", "cluster", "--workers", "2").get(name);
                List<String> words =
                        value == null ? List.of(name, "app.jar") : List.of(name, value, "app.jar");
                assertThat(JarOptions.of(words).namesJar()).as(name).isEqualTo(!launchers);
            }
        }
    }

    @Test
    void completionKnowsTheCommands() throws Exception {
        String script = run("completion", "bash").succeeded().out();
        assertThat(script).contains("--no-progress", "doctor", "conformance");
        assertThat(run("completion", "zsh").succeeded().out()).startsWith("#compdef millrace\n");
        Path file = Files.writeString(folder.resolve("completion"), script);
        Launched shell =
                new Launcher(folder, Path.of("/bin/bash"))
                        .run(
                                "-c",
                                ". '"
                                        + file
                                        + "'; COMP_WORDS=(millrace doc); COMP_CWORD=1;"
                                        + " _complete_millrace; echo \"${COMPREPLY[*]}\"")
                        .succeeded();
        assertThat(shell.out()).isEqualTo("doctor\n");
    }

    @Test
    void aKeyIsShownWithItsValueAndWhereItWasSet() throws Exception {
        Path settings = settings("# mine\nmillrace.map.threads = 3\nfs.trash.interval=7\n");
        assertThat(run("config", "millrace.map.threads").succeeded().out())
                .contains(
                        "default  auto",
                        "allowed  auto, or 1 to 1024",
                        "value    3",
                        "set by   " + settings + ", line 2");
        assertThat(run("config", "fs.trash.interval").succeeded().out())
                .contains("default  0", "value    7", "set by   " + settings + ", line 3");
        assertThat(run("config", "mapreduce.job.reduces").succeeded().out())
                .contains("set by   Hadoop's default (mapred-default.xml)");
        assertThat(run("config", "millrace.map.thread").endedWith(2).complaint())
                .contains("millrace.map.threads");
        assertThat(run("doctor").succeeded().out()).contains("2 keys are set in " + settings);
    }

    @Test
    void theSitesFilesWinOverTheUsersSettings() throws Exception {
        settings("millrace.map.threads=3\n");
        Path site = Files.createDirectory(folder.resolve("site"));
        Files.writeString(
                site.resolve("mapred-site.xml"),
                "<configuration><property><name>millrace.map.threads</name>"
                        + "<value>5</value></property></configuration>");
        assertThat(
                        new Launcher(folder)
                                .with("HADOOP_CONF_DIR", site)
                                .run("config", "millrace.map.threads")
                                .succeeded()
                                .out())
                .contains("value    5", "set by   " + site.resolve("mapred-site.xml"));
    }

    @ParameterizedTest
    @CsvSource({
        "millrace.map.thread=3, millrace.map.threads",
        "millrace.map.threads=none, allowed: auto",
        "nonsense, is not of the form key=value"
    })
    void aWrongLineOfTheSettingsIsNamed(String line, String said) throws Exception {
        Path settings = settings("\n" + line + "\n");
        assertThat(run("config", "millrace.map.threads").endedWith(2).complaint())
                .contains(settings + ", line 2: ", said);
    }

    private Path settings(String text) throws IOException {
        Path directory = Files.createDirectories(folder.resolve("config/millrace"));
        return Files.writeString(directory.resolve("millrace.properties"), text);
    }

    @Test
    void aTextOfTheDemoThatCannotBeWrittenIsOneLine() throws Exception {
        Path cache = Files.writeString(folder.resolve("not-a-directory"), "");
        Launched run =
                new Launcher(folder)
                        .with("XDG_CACHE_HOME", cache)
                        .run("demo", "-q", "--size", "1MB")
                        .endedWith(1);
        assertThat(run.complaint())
                .startsWith("millrace: cannot write the text of the demo: ")
                .contains(cache.toString(), "; free some space, choose a smaller --size");
    }

    @Test
    void outputThatIsLostIsAFailure() throws Exception {
        assumeThat(Path.of("/dev/full")).exists();
        Launched lost =
                new Launcher(folder, Path.of("/bin/sh"))
                        .run("-c", "'" + Launched.script() + "' config >/dev/full")
                        .endedWith(1);
        assertThat(lost.complaint()).startsWith("millrace: cannot write to standard output: ");
    }

    @Test
    void anUnknownOptionIsNamedAlone() throws Exception {
        assertThat(run("jar", "--frob", "app.jar", "in", "out").endedWith(2).complaint())
                .contains("jar has no option --frob;")
                .doesNotContain("app.jar");
    }

    @ParameterizedTest
    @CsvSource({"256MBB, 256MB", "10gigs, 10GB", "1.5GB, 1536MB", "much, 64MB or 1GB"})
    void aMistypedSizeComesWithTheRightOne(String typed, String meant) throws Exception {
        assertThat(run("demo", "--size", typed).endedWith(2).err())
                .contains("'" + typed + "' is not a valid size; try " + meant);
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
                "schema",
                "index",
                "completion",
                "help"
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
    void classpathHasTheJarsThatKeysNeed() throws Exception {
        List<Path> jars =
                Stream.of(run("classpath").succeeded().out().strip().split(":", -1))
                        .map(Path::of)
                        .toList();
        assertThat(jars).allSatisfy(jar -> assertThat(jar).isRegularFile().isAbsolute());
        assertThat(jars.stream().map(jar -> jar.getFileName().toString()))
                .containsExactly(
                        "millrace-hadoop.jar",
                        "millrace-workers.jar",
                        "millrace-collective.jar",
                        "millrace-records.jar",
                        "millrace-cluster.jar",
                        "millrace-ui.jar");
    }

    @Test
    void wrongUseIsToldFromFailure() throws Exception {
        assertThat(run().endedWith(2).err()).contains("Usage: millrace");
        assertThat(run("nonsense").endedWith(2).err()).contains("nonsense");
        assertThat(run("demo", "--size", "many").endedWith(2).err())
                .contains("'many' is not a valid size; try 64MB");
        assertThat(run("demo", "--input", "missing.txt").endedWith(2).complaint())
                .isEqualTo(
                        "millrace: cannot read missing.txt; --input takes a file or a directory of"
                                + " text");
        assertThat(run("demo", "--output", folder, "--size", "1").endedWith(2).complaint())
                .isEqualTo(
                        "millrace: " + folder + " exists; name another directory for the output");
    }

    private Launched run(Object... arguments) throws Exception {
        return new Launcher(folder).run(arguments);
    }
}
