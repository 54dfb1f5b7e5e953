package io.millrace.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.millrace.testing.Launched;
import io.millrace.testing.Launched.Launcher;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The launcher in a tree of its own, where Maven and the JDKs are scripts that say how they were
 * called.
 */
@Tag("jdk")
class LauncherIT {

    @TempDir Path folder;

    private Path tree;
    private Path tools;

    @BeforeEach
    void copyLauncher() throws IOException {
        tree = Files.createDirectory(folder.resolve("tree with a blank"));
        tools = Files.createDirectory(folder.resolve("tools"));
        Files.copy(Launched.script(), tree.resolve("millrace"));
        Files.createDirectories(tree.resolve("app/cli/src/main/java"));
        for (String file :
                new String[] {"pom.xml", "app/cli/pom.xml", "app/cli/src/main/java/Main.java"}) {
            Files.writeString(tree.resolve(file), "");
            Files.setLastModifiedTime(
                    tree.resolve(file), FileTime.from(Instant.now().minusSeconds(60)));
        }
        script(
                tools.resolve("mvn"),
                "echo called >>'"
                        + folder.resolve("mvn.log")
                        + "'; for a; do case $a in -Ddist.name=*) mkdir -p '"
                        + tree
                        + "/app/cli/target/'\"${a#*=}/lib\";; esac; done");
        jdk("jdk-17", "17.0.1");
    }

    @Test
    void firstStartBuildsAndSecondDoesNot() throws Exception {
        assertThat(launch().succeeded().err()).contains("millrace: building");
        assertThat(launch().succeeded().err()).isEmpty();
        assertThat(mavenCalls()).isEqualTo(1);
    }

    @Test
    void changedSourceIsBuiltAgain() throws Exception {
        launch().succeeded();
        touchSource(60);
        launch().succeeded();
        assertThat(mavenCalls()).isEqualTo(2);
    }

    @Test
    void failedBuildShowsWhatMavenSaidAndIsTriedAgain() throws Exception {
        script(
                tools.resolve("mvn"),
                "echo called >>'" + folder.resolve("mvn.log") + "'; echo no such artifact; exit 1");
        assertThat(launch().endedWith(1).err())
                .contains("no such artifact", "millrace: the build failed");
        launch().endedWith(1);
        assertThat(mavenCalls()).isEqualTo(2);
    }

    @Test
    void launcherWorksThroughALink() throws Exception {
        Path link = Files.createSymbolicLink(folder.resolve("link"), tree.resolve("millrace"));
        assertThat(launcher(link).run("version").succeeded().out())
                .contains("-Dmillrace-home=" + tree.toRealPath());
    }

    @Test
    void tooFewOpenFilesAreNamedBeforeClassesSeemToBeMissing() throws Exception {
        Path few = folder.resolve("few");
        script(few, "ulimit -n 64; exec '" + tree + "/millrace' \"$@\"");
        assertThat(launcher(few).run("version").succeeded().err())
                .contains("millrace: 64 open files are allowed here", "ulimit -n");
        assertThat(launch().succeeded().err()).doesNotContain("open files");
    }

    @Test
    void aRunningProgramKeepsTheBuildThatItWasStartedFrom() throws Exception {
        assumeThat(Path.of("/usr/bin/flock")).as("what locks a build").exists();
        Path go = folder.resolve("go");
        script(
                folder.resolve("jdk-17/bin/java"),
                "echo started; until [ -e '" + go + "' ]; do sleep 0.1; done");
        Path log = folder.resolve("log");
        Process running = launcher(tree.resolve("millrace")).start(log, log, "version");
        await(() -> Files.exists(log) && Files.readString(log).contains("started"));
        Path first = tree.resolve("app/cli/target/dist").toRealPath();

        jdk("jdk-17", "17.0.1");
        touchSource(60);
        launch().succeeded();
        assertThat(tree.resolve("app/cli/target/dist").toRealPath()).isNotEqualTo(first);
        assertThat(first.resolve("lib")).isDirectory();

        Files.createFile(go);
        assertThat(running.waitFor()).isZero();
        touchSource(120);
        launch().succeeded();
        assertThat(first).doesNotExist();
    }

    @Test
    void whatMavenBuildsByHandStaysWhereItIs() throws Exception {
        Path byHand = Files.createDirectories(tree.resolve("app/cli/target/dist/lib"));
        launch().succeeded();
        assertThat(byHand).isDirectory();
        assertThat(launch().succeeded().out()).contains("-Dmillrace-dist=" + tree.toRealPath());
    }

    @Test
    void javaHomeIsObeyedThoughAnotherJdkIsNewer() throws Exception {
        jdk("jdk-99", "99-ea");
        assertThat(withJavaHome("jdk-17").run("version").succeeded().out())
                .contains("java of jdk-17");
        Launched newest = withJavaHome("jdk-99").run("version").succeeded();
        assertThat(newest.out())
                .contains("java of jdk-99", "--sun-misc-unsafe-memory-access=allow");
        assertThat(newest.err()).doesNotContain("JAVA_HOME");
    }

    @Test
    void aJavaHomeThatCannotRunMillraceIsNamedWithTheJdkThatIsUsed() throws Exception {
        Path old = jdk("jdk-8", "1.8.0_392");
        Path onPath = jdk("jdk-98", "98");
        Files.createSymbolicLink(tools.resolve("java"), onPath.resolve("bin/java"));
        Launched run = withJavaHome("jdk-8").run("version").succeeded();
        assertThat(run.out()).contains("java of jdk-98");
        assertThat(run.err())
                .contains(
                        "millrace: JAVA_HOME is "
                                + old
                                + ", which is version 8; using the JDK 98 in "
                                + onPath.toRealPath());
        assertThat(withJavaHome("none").run("version").succeeded().err())
                .contains("JAVA_HOME is " + folder.resolve("none") + ", which is not a JDK");
    }

    @Test
    void aMillraceJavaHomeThatCannotRunMillraceIsRefused() throws Exception {
        Path old = jdk("jdk-8", "1.8.0_392");
        assertThat(
                        launcher(tree.resolve("millrace"))
                                .with("MILLRACE_JAVA_HOME", old)
                                .run("version")
                                .endedWith(2)
                                .complaint())
                .contains(old + ", which is version 8; name a JDK 17 or newer");
        assertThat(
                        launcher(tree.resolve("millrace"))
                                .with("MILLRACE_JAVA_HOME", folder)
                                .run("version")
                                .endedWith(2)
                                .complaint())
                .contains("MILLRACE_JAVA_HOME is " + folder + ", which is not a JDK");
    }

    @ParameterizedTest
    @CsvSource({"C, C.UTF-8", "C.UTF-8, C.UTF-8", "no_SUCH.ISO-8859-1, C.UTF-8"})
    void theJvmGetsALocaleWithUtf8(String locale, String given) throws Exception {
        assumeThat(new Launcher(folder, Path.of("/bin/sh")).run("-c", "locale -a").out())
                .as("the locales of this machine")
                .containsPattern("(?i)C\\.utf-?8");
        script(folder.resolve("jdk-17/bin/java"), "echo \"locale $LC_ALL\"");
        assertThat(launcher().with("LC_ALL", locale).run("version").succeeded().out())
                .contains("locale " + given);
    }

    private Launcher withJavaHome(String name) {
        return launcher(tree.resolve("millrace"))
                .without("MILLRACE_JAVA_HOME")
                .with("JAVA_HOME", folder.resolve(name));
    }

    private void touchSource(int secondsAhead) throws IOException {
        Files.setLastModifiedTime(
                tree.resolve("app/cli/src/main/java/Main.java"),
                FileTime.from(Instant.now().plusSeconds(secondsAhead)));
    }

    /** What may fail while a file is being written. */
    private interface Condition {
        boolean holds() throws IOException;
    }

    private static void await(Condition condition) throws IOException {
        long deadline = System.nanoTime() + Duration.ofMinutes(1).toNanos();
        while (!condition.holds()) {
            assertThat(System.nanoTime()).as("time is up").isLessThan(deadline);
            Thread.onSpinWait();
        }
    }

    @Test
    void heapAndOptionsAreThoseOfTheHadoopCommand() throws Exception {
        String out =
                launcher(tree.resolve("millrace"))
                        .with("HADOOP_HEAPSIZE_MAX", "512")
                        .with("HADOOP_CLIENT_OPTS", "-Done=1 -Dtwo=2")
                        .with("MILLRACE_OPTS", "-Dthree=3")
                        .run("version")
                        .succeeded()
                        .out();
        assertThat(out).contains("-Xmx512m", "-Done=1\n-Dtwo=2\n-Dthree=3\n");
    }

    @Test
    void theCollectorIsChosenWhereNothingIsSaidOfCollectorOrHeap() throws Exception {
        assumeThat(Path.of("/proc/meminfo")).as("where the launcher reads the memory").exists();
        assertThat(launcher().run("version").succeeded().out())
                .contains("-XX:+UseParallelGC", "-Xmn");
    }

    @ParameterizedTest
    @CsvSource({
        "HADOOP_HEAPSIZE_MAX, 300",
        "HADOOP_OPTS, -XX:+UseSerialGC",
        "HADOOP_CLIENT_OPTS, -Xmx200m",
        "MILLRACE_OPTS, -XX:MaxRAMPercentage=1",
        "JAVA_TOOL_OPTIONS, -XX:+UseG1GC"
    })
    void theCollectorIsLeftAloneWhereTheUserChose(String variable, String value) throws Exception {
        assertThat(launcher().with(variable, value).run("version").succeeded().out())
                .doesNotContain("UseParallelGC", "-Xmn");
    }

    @ParameterizedTest
    @CsvSource({
        "25.0.1, -XX:AOTCacheOutput=, -XX:AOTCache=",
        "17.0.1, -XX:ArchiveClassesAtExit=, -XX:SharedArchiveFile="
    })
    void aCacheForFasterStartsIsMadeOnceAndAgainForAnotherJdk(
            String version, String output, String use) throws Exception {
        cachingJdk(version, output);
        Files.createDirectories(tree.resolve("docs"));
        Files.writeString(tree.resolve("docs/page.md"), "words");

        Launched first = launch().succeeded();
        assertThat(first.err()).contains("millrace: making a cache");
        assertThat(first.out()).contains(use + folder.resolve("cache/millrace/start/"));
        Launched second = launch().succeeded();
        assertThat(second.err()).isEmpty();
        assertThat(second.out()).isEqualTo(first.out());

        cachingJdk(version + ".1", output);
        assertThat(launch().succeeded().err()).contains("millrace: making a cache");
        try (Stream<Path> caches = Files.list(folder.resolve("cache/millrace/start"))) {
            assertThat(caches).hasSize(1);
        }
    }

    /** A JDK whose java makes a cache when it is told to. */
    private void cachingJdk(String version, String output) throws IOException {
        Path home = jdk("jdk-17", version);
        script(
                home.resolve("bin/java"),
                "for a; do case $a in "
                        + output
                        + "*) echo cache >\"${a#*=}\";; esac; done; printf '%s\\n' \"$@\"");
    }

    private Launched launch() throws Exception {
        return launcher(tree.resolve("millrace")).run("version");
    }

    /** Without a heap size, and without what the machine may say to every JVM. */
    private Launcher launcher() {
        return launcher(tree.resolve("millrace"))
                .without("HADOOP_HEAPSIZE_MAX")
                .without("JAVA_TOOL_OPTIONS")
                .without("JDK_JAVA_OPTIONS")
                .without("_JAVA_OPTIONS");
    }

    private Launcher launcher(Path script) {
        return new Launcher(folder, script)
                .without("MILLRACE_BUILD")
                .with("MILLRACE_JAVA_HOME", folder.resolve("jdk-17"))
                .with("PATH", tools + ":" + System.getenv("PATH"));
    }

    private long mavenCalls() throws IOException {
        return Files.readAllLines(folder.resolve("mvn.log")).size();
    }

    private Path jdk(String name, String version) throws IOException {
        Path home = folder.resolve(name);
        Files.createDirectories(home.resolve("bin"));
        Files.writeString(
                home.resolve("release"),
                "IMPLEMENTOR=\"test\"\nJAVA_VERSION=\"" + version + "\"\n");
        script(home.resolve("bin/java"), "echo java of " + name + "; printf '%s\\n' \"$@\"");
        script(home.resolve("bin/javac"), "exit 1");
        return home;
    }

    private static void script(Path file, String body) throws IOException {
        Files.writeString(file, "#!/bin/sh\n" + body + "\n");
        assertThat(file.toFile().setExecutable(true)).isTrue();
    }
}
