package io.millrace.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.millrace.cli.job.FailsAtRecords;
import io.millrace.testing.Launched;
import io.millrace.testing.Launched.Launcher;
import io.millrace.testing.Sampled;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a terminal shows of jobs that fail. */
@Sampled(oneIn = 3)
class FailureIT {

    private static final String CAUSE =
            "java.lang.NumberFormatException: For input string: \"xthree\"";
    private static final String STACKS = "    all stacks: ";

    @TempDir Path folder;

    @Test
    void causeIsPrintedOnceWithOwnFramesAndAllStacksAreInAFile() throws Exception {
        Path input = Files.writeString(folder.resolve("in.txt"), "one\ntwo\nthree\nfour\n");
        Launched run =
                launcher()
                        .run(
                                "jar",
                                JobJars.runnable(folder, FailsAtRecords.class),
                                input,
                                folder.resolve("out"))
                        .endedWith(1);
        String type = "    at " + FailsAtRecords.class.getName();
        assertThat(run.err())
                .containsPattern("millrace: job_\\d+_0001 failed: " + CAUSE)
                .containsPattern(
                        "    in attempt_\\d+_0001_m_000000_3, split file:"
                                + input
                                + ":0\\+19, record 3")
                .contains(type + ".parsed(FailsAtRecords.java:", type + ".map(FailsAtRecords.java:")
                .contains("    4 attempts failed with the same error")
                .containsPattern("millrace: job_\\d+_0002: 1 attempt failed: attempt_\\d+_0002_m")
                .contains(
                        "millrace: java.lang.IllegalStateException: the program gives up\n" + type)
                .contains("    whole stack: ")
                .doesNotContain("at org.apache.hadoop", "at io.millrace.hadoop")
                .doesNotContain("tried again", "Could not delete", "failed with state");
        assertThat(run.err().split(CAUSE, -1)).as("once for each job").hasSize(1 + 2);
        List<String> files =
                run.err()
                        .lines()
                        .filter(line -> line.startsWith(STACKS))
                        .map(line -> line.substring(STACKS.length()))
                        .toList();
        assertThat(Path.of(files.get(0)))
                .startsWith(folder)
                .content()
                .contains("_0001_m_000000_0\n", "_0001_m_000000_3\n")
                .containsPattern("(?s)(\tat org.apache.hadoop.*Caused by.*){4}");
        assertThat(run.out())
                .contains(CAUSE + "; Task failed task_", "failedMaps:1 failedReduces:0")
                .containsPattern("(?s)(\\[Error: .*Caused by: " + CAUSE + ".*\tat .*\\]\\s*){4}");
    }

    @Test
    void missingFileSystemIsNamedEvenIfTheProgramPrintsTheStackAndExits() throws Exception {
        Path examples = Launched.dist().resolve("lib/examples/hadoop-mapreduce-examples.jar");
        Launched run =
                launcher()
                        .run("jar", examples, "wordcount", "s3a://bucket/in", "out")
                        .endedWith(255);
        assertThat(run.err())
                .contains("at org.apache.hadoop.examples.ExampleDriver.main")
                .endsWith(
                        "millrace: the file system of s3a:// is not on the class path; add it:"
                                + " millrace jar --packages org.apache.hadoop:hadoop-aws:3.5.0 app.jar"
                                + " ..., or its jars to HADOOP_CLASSPATH\n");
    }

    @Test
    void rejectedSettingIsOneLineEvenIfTheProgramPrintsTheStackAndExits() throws Exception {
        Launched run =
                launcher()
                        .run(
                                "jar",
                                Launched.dist()
                                        .resolve("lib/examples/hadoop-mapreduce-examples.jar"),
                                "wordcount",
                                "-D",
                                "millrace.memory.max=abc",
                                folder,
                                folder.resolve("out"))
                        .endedWith(255);
        assertThat(run.err())
                .endsWith(
                        "io.millrace.hadoop.config.JobRefusedException: millrace.memory.max is abc;"
                                + " allowed: auto, or at least 1 MB\n")
                .doesNotContain("\tat ");
    }

    @Test
    void anIndexThatMayNotBeWrittenFailsWithoutAStack() throws Exception {
        Path readOnly = Path.of("/proc/sys"); // Linux lets no user create a directory there
        assumeThat(readOnly).exists();
        assertThat(index(readOnly.resolve("index")))
                .contains("    the directory " + readOnly + " is not writable for user ")
                .doesNotContain("\tat ");
    }

    /** Builds an index of random numbers, and returns the errors. */
    private String index(Path directory) throws Exception {
        Path schema = Files.writeString(folder.resolve("schema"), "column number double\n");
        String numbers =
                new Random(1)
                        .doubles(20_000)
                        .mapToObj(Double::toString)
                        .collect(Collectors.joining("\n"));
        Path input = Files.writeString(folder.resolve("numbers"), numbers);
        return launcher()
                .run("index", "build", "--key", "number", "--schema", schema, input, directory)
                .endedWith(1)
                .err();
    }

    @Test
    void missingRenewerOfTokensIsAnsweredWithTheKeyThatNamesIt() throws Exception {
        Path conf = Files.createDirectory(folder.resolve("conf"));
        Files.writeString(
                conf.resolve("core-site.xml"),
                "<configuration><property><name>hadoop.security.authentication</name>"
                        + "<value>kerberos</value></property></configuration>");
        Path examples = Launched.dist().resolve("lib/examples/hadoop-mapreduce-examples.jar");
        Launched run =
                launcher()
                        .with("HADOOP_CONF_DIR", conf)
                        .with(
                                "HADOOP_CLIENT_OPTS",
                                "-Djava.security.krb5.realm=EXAMPLE.COM"
                                        + " -Djava.security.krb5.kdc=localhost")
                        .run("jar", examples, "wordcount", conf, folder.resolve("out"))
                        .endedWith(255);
        assertThat(run.err())
                .contains("Can't get Master Kerberos principal for use as renewer")
                .endsWith(
                        "millrace: yarn.resourcemanager.principal is not set; it names the"
                                + " principal that may renew the job's tokens. Copy the cluster's"
                                + " yarn-site.xml to HADOOP_CONF_DIR, or set -D"
                                + " yarn.resourcemanager.principal=USER@REALM to your own"
                                + " principal\n");
    }

    private Launcher launcher() {
        return new Launcher(folder)
                .with("HADOOP_OPTS", "-Dhadoop.log.dir=" + folder.resolve("logs"));
    }
}
