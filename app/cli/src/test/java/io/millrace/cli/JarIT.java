package io.millrace.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.cli.job.CopiesLines;
import io.millrace.cli.job.ExitsWithSeven;
import io.millrace.cli.job.HasNoMain;
import io.millrace.cli.job.Tells;
import io.millrace.cli.job.Throws;
import io.millrace.cli.job.Waits;
import io.millrace.testing.Launched;
import io.millrace.testing.Launched.Launcher;
import io.millrace.testing.Sampled;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Sampled(oneIn = 4)
class JarIT {

    private static final int SIGTERM_EXIT = 128 + 15;
    private static final String FRAMEWORK = "mapreduce.framework.name";

    @TempDir Path folder;

    @Test
    void exitCodeAndStandardOutputAreTheJobs() throws Exception {
        Launched run =
                launcher().run("jar", JobJars.runnable(folder, ExitsWithSeven.class)).endedWith(7);
        assertThat(run.out()).isEqualTo("out\u00e4");
        assertThat(run.err()).isEqualTo("err\n");
    }

    @Test
    void argumentsReachTheJobAsTheyAre() throws Exception {
        Object[] arguments = {
            "jar",
            JobJars.runnable(folder, Tells.class),
            "-D",
            "a=b",
            "--help",
            "--hadoop",
            "x",
            "@file",
            "--",
            "two words",
            "",
            "*",
            "-libjars",
            "$HOME"
        };
        assertThat(launcher().run(arguments).succeeded().out())
                .isEqualTo(
                        """
                        <-D>
                        <a=b>
                        <--help>
                        <--hadoop>
                        <x>
                        <@file>
                        <-->
                        <two words>
                        <>
                        <*>
                        <-libjars>
                        <$HOME>
                        """);
    }

    @Test
    void mainClassMayFollowTheJar() throws Exception {
        Path jar = JobJars.plain(folder, Tells.class);
        assertThat(launcher().run("jar", jar, Tells.class.getName(), "one").succeeded().out())
                .isEqualTo("<one>\n");
    }

    @Test
    void frameworkIsMillraceUnlessTheJobSaysOtherwise() throws Exception {
        Path jar = JobJars.runnable(folder, Tells.class);
        assertThat(launcher().run("jar", jar, "keys", FRAMEWORK).succeeded().out())
                .contains(FRAMEWORK + "=millrace\n");
        assertThat(
                        launcher()
                                .run("jar", jar, "keys", "-D", FRAMEWORK + "=local", FRAMEWORK)
                                .succeeded()
                                .out())
                .contains(FRAMEWORK + "=local\n");
    }

    @Test
    void configurationFolderIsReadAndItsFrameworkIsNot() throws Exception {
        Path conf = Files.createDirectory(folder.resolve("conf"));
        Files.writeString(conf.resolve("core-site.xml"), site("some.key", "from-site"));
        Files.writeString(conf.resolve("mapred-site.xml"), site(FRAMEWORK, "yarn"));
        Launched run =
                launcher()
                        .with("HADOOP_CONF_DIR", conf)
                        .run(
                                "jar",
                                JobJars.runnable(folder, Tells.class),
                                "keys",
                                "some.key",
                                FRAMEWORK)
                        .succeeded();
        assertThat(run.out()).contains("some.key=from-site\n", FRAMEWORK + "=millrace\n");
    }

    /** The launcher itself takes some options, wherever they are before the jar. */
    @Test
    void optionsBeforeTheJarMayBeInAnyOrder() throws Exception {
        Path conf = Files.createDirectory(folder.resolve("conf"));
        Files.writeString(conf.resolve("core-site.xml"), site("some.key", "from-site"));
        Path jar = JobJars.runnable(folder, Tells.class);
        Object[] orders = {
            new Object[] {"jar", "--workers", 2, "--conf-dir", conf, jar, "keys", "some.key"},
            new Object[] {"jar", "--conf-dir", conf, "--workers", 2, jar, "keys", "some.key"},
            new Object[] {"jar", "--report", "--conf-dir=" + conf, jar, "keys", "some.key"}
        };
        for (Object order : orders) {
            assertThat(launcher().run((Object[]) order).succeeded().out())
                    .contains("some.key=from-site\n");
        }
    }

    @Test
    void hadoopClasspathIsOnTheClassPath() throws Exception {
        Path extra = Files.createDirectory(folder.resolve("extra"));
        Files.writeString(extra.resolve("found.txt"), "");
        Path jar = JobJars.runnable(folder, Tells.class);
        assertThat(
                        launcher()
                                .with("HADOOP_CLASSPATH", extra)
                                .run("jar", jar, "keys")
                                .succeeded()
                                .out())
                .contains("resource=true");
        assertThat(launcher().run("jar", jar, "keys").succeeded().out()).contains("resource=false");
    }

    @Test
    void installationOfHadoopIsUsedInsteadOfOurs() throws Exception {
        Path hadoop = installation();
        Path jar = JobJars.runnable(folder, Tells.class);
        String[] keys = {"keys", "some.key", FRAMEWORK};
        String fromEnvironment =
                launcher()
                        .with("HADOOP_HOME", hadoop)
                        .run("jar", jar, keys[0], keys[1], keys[2])
                        .succeeded()
                        .out();
        assertThat(fromEnvironment)
                .contains(
                        "hadoop=" + hadoop.toRealPath(),
                        "some.key=from-installation\n",
                        FRAMEWORK + "=millrace\n");
        assertThat(
                        launcher()
                                .run("jar", "--hadoop", hadoop, jar, keys[0], keys[1], keys[2])
                                .succeeded()
                                .out())
                .isEqualTo(fromEnvironment);
    }

    @Test
    void tasksRunInAsManyWorkersAsTheCommandSays() throws Exception {
        Path jar = JobJars.runnable(folder, CopiesLines.class);
        Path input = Files.writeString(folder.resolve("input.txt"), "a line\nanother one\n");
        Path output = folder.resolve("output");
        Launched run = launcher().run("jar", "--workers", 2, jar, input.toUri(), output.toUri());
        assertThat(run.succeeded().err()).contains("Reduce output records=2");
        assertThat(output.resolve("part-r-00000")).hasContent("0\ta line\n7\tanother one\n");
    }

    @Test
    void whatIsNoJobIsRefusedInOneLine() throws Exception {
        Path text = Files.writeString(folder.resolve("text.jar"), "no jar at all");
        Path plain = JobJars.plain(folder, HasNoMain.class);
        assertRefused("there is no missing.jar (looked in ", "jar", "missing.jar");
        assertRefused(folder + " is not a file; name the job's jar", "jar", folder);
        assertRefused(text + " is not a jar file: ", "jar", text);
        assertRefused(
                plain + " names no main class in its manifest; name one after the jar",
                "jar",
                plain);
        assertRefused(
                plain + " names no main class in its manifest, and has no class named in;",
                "jar",
                plain,
                "in",
                "out");
        Path wrong = JobJars.naming(folder, Tells.class, "no.Such");
        assertRefused(
                "the manifest of " + wrong + " names the main class no.Such, which is not in",
                "jar",
                wrong,
                "in");
        assertRefused(
                "class "
                        + HasNoMain.class.getName()
                        + " in "
                        + plain
                        + " has no method public static void main",
                "jar",
                plain,
                HasNoMain.class.getName());
        assertRefused("no jar is named", "jar");
        assertRefused(
                plain + " is a jar, not a command; run it with: millrace jar " + plain,
                plain,
                "in");
        assertRefused(
                "/nowhere is not a Hadoop installation", "jar", "--hadoop", "/nowhere", plain);
    }

    @Test
    void aFrameworkWhoseNameIsMisspeltIsRefusedInOneLine() throws Exception {
        Path jar = JobJars.runnable(folder, CopiesLines.class);
        Path input = Files.writeString(folder.resolve("input.txt"), "a line\n");
        Launched run =
                launcher()
                        .run(
                                "jar",
                                jar,
                                "-D",
                                FRAMEWORK + "=millraces",
                                input.toUri(),
                                folder.resolve("output").toUri());
        assertThat(run.endedWith(1).complaint())
                .isEqualTo(
                        "millrace: "
                                + FRAMEWORK
                                + " is millraces, which is not a framework; did you mean millrace?");
    }

    @Test
    void aClusterThatDoesNotAnswerIsNamedWhileHadoopsClientStillTries() throws Exception {
        Path err = folder.resolve("err");
        Path input = Files.writeString(folder.resolve("input.txt"), "a line\n");
        Process process =
                launcher()
                        .start(
                                folder.resolve("out"),
                                err,
                                "jar",
                                JobJars.runnable(folder, CopiesLines.class),
                                "-D",
                                FRAMEWORK + "=yarn",
                                "-D",
                                "yarn.resourcemanager.address=localhost:1",
                                input.toUri(),
                                folder.resolve("output").toUri());
        try {
            Instant deadline = Instant.now().plus(Duration.ofMinutes(1));
            while (!Files.readString(err).contains("no ResourceManager answers at localhost:1 (")) {
                assertThat(Instant.now()).isBefore(deadline);
                assertThat(process.isAlive()).isTrue();
                Thread.onSpinWait();
            }
            assertThat(err).content().contains("-D " + FRAMEWORK + "=millrace");
        } finally {
            process.destroyForcibly().waitFor();
        }
    }

    @Test
    void failureOfAMainIsOneLineWhereThatSaysItAll() throws Exception {
        Path jar = JobJars.runnable(folder, Throws.class);
        assertThat(launcher().run("jar", jar, "input").endedWith(1).complaint())
                .isEqualTo("millrace: File /no/such/input does not exist");
        assertThat(launcher().run("jar", jar).endedWith(1).err())
                .contains(
                        "IllegalStateException: a defect of the job",
                        "at io.millrace.cli.job.Throws.main");
    }

    @Test
    void signalReachesTheJob() throws Exception {
        Path out = folder.resolve("out");
        Process process =
                launcher()
                        .start(
                                out,
                                folder.resolve("err"),
                                "jar",
                                JobJars.runnable(folder, Waits.class));
        Instant deadline = Instant.now().plus(Duration.ofMinutes(1));
        while (!Files.readString(out).contains("waiting")) {
            assertThat(Instant.now()).isBefore(deadline);
            Thread.onSpinWait();
        }
        process.destroy();
        assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
        assertThat(process.exitValue()).isEqualTo(SIGTERM_EXIT);
    }

    private Launcher launcher() {
        return new Launcher(folder);
    }

    private void assertRefused(String complaint, Object... arguments) throws Exception {
        Launched run = launcher().run(arguments).endedWith(2);
        assertThat(run.out()).isEmpty();
        assertThat(run.complaint()).startsWith("millrace: ").contains(complaint);
    }

    /** A directory laid out as Hadoop's distribution, from the jars that come with Millrace. */
    private Path installation() throws Exception {
        Path hadoop = folder.resolve("hadoop-installation");
        Path etc = Files.createDirectories(hadoop.resolve("etc/hadoop"));
        Files.writeString(etc.resolve("core-site.xml"), site("some.key", "from-installation"));
        for (String part : new String[] {"common", "hdfs", "mapreduce", "yarn"}) {
            Files.createDirectories(hadoop.resolve("share/hadoop").resolve(part).resolve("lib"));
        }
        try (Stream<Path> jars = Files.list(Launched.dist().resolve("lib/hadoop"))) {
            for (Path jar : (Iterable<Path>) jars::iterator) {
                Files.copy(
                        jar,
                        hadoop.resolve("share/hadoop")
                                .resolve(place(jar))
                                .resolve(jar.getFileName()));
            }
        }
        return hadoop;
    }

    private static String place(Path jar) {
        String name = jar.getFileName().toString();
        if (name.startsWith("hadoop-common")) {
            return "common";
        }
        if (name.startsWith("hadoop-hdfs")) {
            return "hdfs";
        }
        return name.startsWith("hadoop-mapreduce")
                ? "mapreduce"
                : name.startsWith("hadoop-yarn") ? "yarn" : "common/lib";
    }

    private static String site(String key, String value) {
        return "<configuration><property><name>"
                + key
                + "</name><value>"
                + value
                + "</value></property></configuration>";
    }
}
