package io.millrace.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.cli.job.CopiesLines;
import io.millrace.cli.job.HandsPropertiesOn;
import io.millrace.cli.job.TellsLogFile;
import io.millrace.testing.Launched;
import io.millrace.testing.Launched.Launcher;
import io.millrace.testing.Sampled;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Jobs as a person starts them: with the launcher, and with a Hadoop client that knows nothing of
 * it.
 */
@Tag("jdk")
@Sampled(oneIn = 2)
class JobIT {

    private static final Path EXAMPLES =
            Launched.dist().resolve("lib/examples/hadoop-mapreduce-examples.jar");

    private static final String COUNTS = "be\t2\nnot\t1\nor\t1\nto\t2\n";

    @TempDir Path folder;

    private Path input;
    private Path output;

    @BeforeEach
    void writeInput() throws IOException {
        input = Files.writeString(folder.resolve("input.txt"), "to be or not to be\n");
        output = folder.resolve("output");
    }

    @Test
    void publishedWordCountRuns() throws Exception {
        Launched run =
                new Launcher(folder).run("jar", EXAMPLES, "wordcount", input, output).succeeded();
        assertThat(output.resolve("part-r-00000")).hasContent(COUNTS);
        assertThat(output.resolve("_SUCCESS")).exists();
        assertThat(run.out()).isEmpty();
        assertThat(run.err())
                .contains("map 100% reduce 100%", "completed successfully", "Map input records=1");
    }

    @Test
    void aKeyWithoutEffectIsTheOnlyWarningOfAQuietJob() throws Exception {
        assertThat(
                        new Launcher(folder)
                                .run(
                                        "jar",
                                        "-q",
                                        EXAMPLES,
                                        "wordcount",
                                        "-D",
                                        "mapreduce.map.speculative=true",
                                        input,
                                        output)
                                .succeeded()
                                .complaint())
                .contains("WARN", "mapreduce.map.speculative=true has no effect");
    }

    @Test
    void theLogHasTheLevelThatTheUserAsksFor() throws Exception {
        assertThat(
                        new Launcher(folder)
                                .with("HADOOP_ROOT_LOGGER", "ERROR,console")
                                .run("jar", EXAMPLES, "wordcount", input, output)
                                .succeeded()
                                .err())
                .isEmpty();
    }

    @Test
    void propertiesOfTheLauncherMayBecomeAJobsConfiguration() throws Exception {
        Path jar = JobJars.runnable(folder, HandsPropertiesOn.class);
        assertThat(new Launcher(folder).run("jar", jar, input).succeeded().err())
                .contains("completed successfully");
    }

    /** Log4j 2 would take it for the name of its own file, and ignore the one in the job's jar. */
    @Test
    void theFileOfTheLaunchersLogIsNotNamedToTheJob() throws Exception {
        Path jar = JobJars.runnable(folder, TellsLogFile.class);
        assertThat(new Launcher(folder).run("jar", "-q", jar, input).succeeded().out())
                .isEqualTo("driver: null\ntask: null\n");
        assertThat(
                        new Launcher(folder)
                                .with("HADOOP_OPTS", "-Dlog4j.configuration=file:of-the-user")
                                .run("jar", "-q", jar, input)
                                .succeeded()
                                .out())
                .isEqualTo("driver: file:of-the-user\ntask: file:of-the-user\n");
    }

    @Test
    void theClassPathMakesAnyHadoopClientRunJobsOnMillrace() throws Exception {
        String jars = new Launcher(folder).run("classpath").succeeded().out().strip();
        assertThat(wordCount(jars, "millrace.workers=2")).doesNotContain("job_local");
        assertThat(output.resolve("part-r-00000")).hasContent(COUNTS);
    }

    /** A job that needs other processes fails and names the missing jar. Other jobs run. */
    @Test
    void oneJarRunsJobsInOneProcess() throws Exception {
        String jar = Launched.dist().resolve("lib/millrace/millrace-hadoop.jar").toString();
        for (String setting : List.of("millrace.workers=2", "millrace.task.isolation=process")) {
            assertThat(wordCount(jar, setting))
                    .contains(
                            setting.replace("=", " is ")
                                    + ", but millrace-workers.jar, which it needs, is not on the class path. Put it beside millrace-hadoop.jar, or remove the key.");
            assertThat(output).doesNotExist();
        }
        assertThat(wordCount(jar, "millrace.workers=1")).doesNotContain("job_local");
        assertThat(output.resolve("part-r-00000")).hasContent(COUNTS);
    }

    /** Runs a job of Hadoop's examples by a client of Hadoop's, and returns what this prints. */
    private String wordCount(String jars, String setting) throws Exception {
        Path log = folder.resolve("log");
        Process client =
                new ProcessBuilder(
                                List.of(
                                        Path.of(System.getProperty("java.home"), "bin", "java")
                                                .toString(),
                                        "-Xmx512m",
                                        "-cp",
                                        jars + ":" + Launched.dist().resolve("lib/hadoop") + "/*",
                                        "-Dlog4j.configuration=file:"
                                                + Launched.dist().resolve("conf/log4j.properties"),
                                        "org.apache.hadoop.util.RunJar",
                                        EXAMPLES.toString(),
                                        "wordcount",
                                        "-D",
                                        "mapreduce.framework.name=millrace",
                                        "-D",
                                        setting,
                                        input.toString(),
                                        output.toString()))
                        .redirectErrorStream(true)
                        .redirectOutput(log.toFile())
                        .start();
        assertThat(client.waitFor(5, TimeUnit.MINUTES)).isTrue();
        String printed = Files.readString(log);
        assertThat(client.exitValue() == 0).as(printed).isEqualTo(Files.exists(output));
        return printed;
    }

    @Test
    void whatAPersonCanMendIsOneLine() throws Exception {
        Path jar = JobJars.runnable(folder, CopiesLines.class);
        assertThat(failure(jar, "-D", "millrace.map.thread=2", input, output))
                .isEqualTo(
                        "millrace: unknown key millrace.map.thread; the nearest known one is millrace.map.threads"
                                + " (millrace config lists all)");
        assertThat(failure(jar, "-D", "millrace.map.threads=many", input, output))
                .isEqualTo("millrace: millrace.map.threads is many; allowed: auto, or 1 to 1024");
        assertThat(failure(jar, folder.resolve("missing"), output))
                .isEqualTo(
                        "millrace: Input path does not exist: file:" + folder.resolve("missing"));
        assertThat(output).doesNotExist();
        Files.createDirectory(output);
        assertThat(failure(jar, input, output))
                .isEqualTo("millrace: Output directory file:" + output + " already exists");
    }

    private String failure(Path jar, Object... arguments) throws Exception {
        Object[] all = new Object[arguments.length + 2];
        all[0] = "jar";
        all[1] = jar;
        System.arraycopy(arguments, 0, all, 2, arguments.length);
        return new Launcher(folder).run(all).endedWith(1).complaint();
    }

    @Test
    void demoCountsGeneratedWordsAndTellsHowItWent() throws Exception {
        Launched run =
                new Launcher(folder)
                        .run("demo", "--size", "3MB", "--seed", "5", "--output", output)
                        .succeeded();
        assertThat(run.out())
                .containsPattern("Writing 3 MB of text .*/text-3145728-5\\.txt\n")
                .containsPattern(
                        "\n[0-9,]+ words, [0-9,]+ of them distinct; the most frequent:\n  the +[0-9,]+\n  of +[0-9,]+\n")
                .containsPattern("\nTime    [0-9.]+ s, [0-9.]+ [KM]B/s\n")
                .containsPattern("\nTasks   [0-9]+ map, 1 reduce\n")
                .containsPattern("\nMemory  [0-9]+ MB of records at most, nothing spilled\n")
                .contains("\nOutput  " + output + "\n");
        assertThat(output.resolve("_SUCCESS")).exists();
    }

    @Test
    void demoCountsTheWordsOfAUser() throws Exception {
        Launched run =
                new Launcher(folder).run("demo", "--input", input, "--output", output).succeeded();
        assertThat(run.out())
                .contains("6 words, 4 of them distinct; the most frequent:\n  be")
                .doesNotContain("Writing");
    }
}
