package io.millrace.distribution;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

class DistributionIT {

    @TempDir Path folder;

    private Installed installed;

    @BeforeEach
    void install() throws Exception {
        installed = Installed.in(folder);
    }

    @Test
    void twoUsersRunJobsAndNothingIsWrittenBesideTheJars() throws Exception {
        Map<String, String> before = installed.everything();

        assertThat(installed.run("ada", "version"))
                .contains("Millrace " + System.getProperty("version"), "Hadoop 3");
        assertThat(installed.run("ada", "demo", "--size", "1MB")).contains("Output  demo/");
        Path input = Files.createDirectory(folder.resolve("words"));
        // By a shell: this JVM may run in a locale without such names.
        Installed.shell(input, "echo 'to be or not to be' >$'gr\\xc3\\xbc\\xc3\\x9fe.txt'");
        for (String user : List.of("ada", "bob")) {
            installed.run(user, "jar", examples(), "wordcount", input, "counted");
            assertThat(lines(installed.home(user).resolve("counted")))
                    .containsExactlyInAnyOrder("be\t2", "not\t1", "or\t1", "to\t2");
            assertThat(installed.home(user).resolve(".cache/millrace/start")).isNotEmptyDirectory();
        }

        assertThat(installed.everything()).isEqualTo(before);
    }

    @Test
    void manPagesAndCompletionsKnowEveryCommand() throws Exception {
        Path share = installed.root().resolve("share");
        List<String> commands = new ArrayList<>();
        for (String line : installed.run("ada", "help").lines().toList()) {
            if (line.matches("  [a-z]+ {2,}.*")) {
                commands.add(line.strip().split(" ", 2)[0]);
            }
        }
        assertThat(commands).contains("jar", "demo", "completion", "bench");
        for (String command : commands) {
            assertThat(share.resolve("man/man1/millrace-" + command + ".1")).isNotEmptyFile();
            assertThat(share.resolve("bash-completion/completions/millrace"))
                    .content()
                    .contains(" " + command);
        }
        assertThat(share.resolve("zsh/site-functions/_millrace"))
                .content()
                .startsWith("#compdef millrace\n");
        assertThat(share.resolve("bash-completion/completions/millrace"))
                .hasContent(installed.run("ada", "completion", "bash"));
    }

    @Test
    void theContainerFileCopiesOnlyWhatIsThere() throws IOException {
        List<String> copied = new ArrayList<>();
        for (String line : Files.readAllLines(installed.root().resolve("Containerfile"))) {
            if (line.startsWith("COPY ")) {
                String[] words = line.split(" ");
                copied.addAll(List.of(words).subList(1, words.length - 1));
            } else {
                assertThat(line).matches("(#.*|(FROM|RUN|ENV|WORKDIR|ENTRYPOINT|CMD) .*)?");
            }
        }
        assertThat(copied)
                .contains("bin", "lib", "conf")
                .allSatisfy(path -> assertThat(installed.root().resolve(path)).exists());
    }

    @Test
    void publishedArtifactsBringNothingThatTheirJarsContain() throws Exception {
        Path published = Path.of(System.getProperty("published"));
        Path settings = Files.createDirectories(installed.home("ada").resolve(".m2"));
        Files.writeString(
                settings.resolve("settings.xml"),
                """
                <settings>
                  <mirrors>
                    <mirror>
                      <id>kept</id>
                      <mirrorOf>central</mirrorOf>
                      <url>%s</url>
                    </mirror>
                  </mirrors>
                  <profiles>
                    <profile>
                      <id>published</id>
                      <repositories>
                        <repository><id>published</id><url>%s</url></repository>
                      </repositories>
                    </profile>
                  </profiles>
                  <activeProfiles><activeProfile>published</activeProfile></activeProfiles>
                </settings>
                """
                        .formatted(
                                Path.of(System.getProperty("local.repository")).toUri(),
                                published.toUri()));
        String version = System.getProperty("version");
        Path input = Files.writeString(folder.resolve("in.txt"), "one\n");

        installed.run(
                "ada",
                "jar",
                "--packages",
                "io.millrace:millrace-junit:" + version + ",io.millrace:millrace-ui:" + version,
                examples(),
                "wordcount",
                input,
                "counted");

        assertThat(fetched("ada"))
                .allMatch(jar -> jar.matches("(millrace-(hadoop|junit|ui)|jspecify)-.*"))
                .anyMatch(jar -> jar.startsWith("millrace-hadoop-"))
                .anyMatch(jar -> jar.startsWith("millrace-junit-"));
        assertThat(published.resolve("io/millrace/millrace-bom")).isDirectory();
    }

    private List<String> fetched(String user) throws IOException {
        Path kept = installed.home(user).resolve(".cache/millrace/packages");
        try (Stream<Path> files = Files.walk(kept)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(".jar"))
                    .toList();
        }
    }

    private Path examples() {
        return installed.root().resolve("lib/examples/hadoop-mapreduce-examples.jar");
    }

    private static List<String> lines(Path output) throws IOException {
        List<String> lines = new ArrayList<>();
        try (Stream<Path> parts = Files.list(output)) {
            for (Path part :
                    parts.filter(each -> each.getFileName().toString().startsWith("part-"))
                            .toList()) {
                lines.addAll(Files.readAllLines(part));
            }
        }
        return lines;
    }
}
