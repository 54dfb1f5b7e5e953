package io.millrace.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.cli.job.RunsExamples;
import io.millrace.testing.Checkout;
import io.millrace.testing.Launched;
import io.millrace.testing.Sampled;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Millrace's jar on the class paths of the Hadoop clients that it is made for, on this JDK and on
 * the oldest that is found.
 */
@Sampled(oneIn = 2)
class ClientVersionsIT {

    private static final Path EXAMPLES =
            Launched.dist().resolve("lib/examples/hadoop-mapreduce-examples.jar");
    private static final Path CURRENT_CLIENT = Launched.dist().resolve("lib/hadoop");
    private static final Path OLDER_CLIENT =
            Checkout.module("compat").resolve("target/hadoop-3.4.3");

    @TempDir Path folder;

    static Stream<Arguments> clients() throws IOException {
        List<Arguments> all = new ArrayList<>();
        for (Path jdk : jdks()) {
            all.add(Arguments.of("3.4.3", OLDER_CLIENT, jdk));
            all.add(Arguments.of("3.5.0", CURRENT_CLIENT, jdk));
        }
        return all.stream();
    }

    private static List<Path> jdks() throws IOException {
        Path own = Path.of(System.getProperty("java.home")).toRealPath();
        Path usual = Path.of("/usr/lib/jvm");
        if (!Files.isDirectory(usual) || Runtime.version().feature() == 17) {
            return List.of(own);
        }
        try (Stream<Path> found = Files.list(usual)) {
            return Stream.concat(Stream.of(own), found.filter(ClientVersionsIT::isJava17).limit(1))
                    .toList();
        }
    }

    private static boolean isJava17(Path home) {
        Path release = home.resolve("release");
        try {
            return Files.isExecutable(home.resolve("bin/java"))
                    && Files.isRegularFile(release)
                    && Files.readString(release).contains("JAVA_VERSION=\"17");
        } catch (IOException e) {
            return false;
        }
    }

    @ParameterizedTest
    @MethodSource("clients")
    void examplesRunOnEveryClient(String version, Path client, Path jdk) throws Exception {
        Path input = Files.writeString(folder.resolve("input.txt"), "to be or not to be\n");
        Path cached = Files.writeString(folder.resolve("cached"), "cached");
        Path log = folder.resolve("log");
        List<String> command = new ArrayList<>(List.of(jdk.resolve("bin/java").toString()));
        command.addAll(List.of("-Xmx512m", "-cp"));
        command.add(
                String.join(
                        ":",
                        Launched.dist().resolve("lib/millrace/millrace-hadoop.jar").toString(),
                        client + "/*",
                        EXAMPLES.toString(),
                        JobJars.plain(folder, RunsExamples.class).toString(),
                        conf().toString()));
        command.addAll(
                List.of(
                        RunsExamples.class.getName(),
                        input.toString(),
                        folder.toString(),
                        cached.toString()));
        Process process =
                new ProcessBuilder(command)
                        .directory(folder.toFile())
                        .redirectErrorStream(true)
                        .redirectOutput(log.toFile())
                        .start();
        assertThat(process.waitFor(5, TimeUnit.MINUTES)).isTrue();
        assertThat(process.exitValue()).as(Files.readString(log)).isZero();
        assertThat(log).content().contains("Hadoop " + version).doesNotContain("job_local");
        assertThat(folder.resolve("words/part-r-00000"))
                .hasContent("be\t2\nnot\t1\nor\t1\nto\t2\n");
        assertThat(folder.resolve("sorted/part-r-00002")).exists();
        assertThat(Files.readString(folder.resolve("validated/part-r-00000")))
                .startsWith("checksum")
                .hasLineCount(1);
        assertThat(folder.resolve("found/part-r-00000")).hasContent("4\to\n2\tb");
    }

    /** Hadoop loads our provider in every client; the rest of the jar may be broken or missing. */
    @Test
    void aJarWithNothingButTheProviderLeavesOtherFrameworksAlone() throws Exception {
        Path input = Files.writeString(folder.resolve("input.txt"), "to be\n");
        Path jar = folder.resolve("incomplete.jar");
        try (ZipFile whole =
                        new ZipFile(
                                Launched.dist()
                                        .resolve("lib/millrace/millrace-hadoop.jar")
                                        .toFile());
                ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(jar))) {
            for (ZipEntry entry : Collections.list(whole.entries())) {
                if (entry.getName().startsWith("META-INF/services/")
                        || entry.getName().contains("MillraceClientProtocolProvider")) {
                    out.putNextEntry(new ZipEntry(entry.getName()));
                    whole.getInputStream(entry).transferTo(out);
                    out.closeEntry();
                }
            }
        }
        assertThat(wordCount(jar, "local", input, "local")).contains("job_local");
        assertThat(folder.resolve("local/part-r-00000")).hasContent("be\t1\nto\t1\n");
        assertThat(wordCount(jar, "millrace", input, "none"))
                .contains("a class of Millrace or of Hadoop's client is missing")
                .contains("put the whole millrace-hadoop jar on the client's class path");
    }

    private String wordCount(Path jar, String framework, Path input, String output)
            throws Exception {
        Path log = folder.resolve("log-" + framework);
        // Without a layout of Millrace's, which is not in every jar.
        Path logging =
                Files.writeString(
                        folder.resolve("log4j.properties"),
                        """
                        log4j.rootLogger=INFO,console
                        log4j.appender.console=org.apache.log4j.ConsoleAppender
                        log4j.appender.console.layout=org.apache.log4j.SimpleLayout
                        """);
        Process process =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin/java").toString(),
                                "-Xmx512m",
                                "-cp",
                                jar + ":" + CURRENT_CLIENT + "/*",
                                "-Dlog4j.configuration=file:" + logging,
                                "org.apache.hadoop.util.RunJar",
                                EXAMPLES.toString(),
                                "wordcount",
                                "-Dmapreduce.framework.name=" + framework,
                                input.toString(),
                                folder.resolve(output).toString())
                        .directory(folder.toFile())
                        .redirectErrorStream(true)
                        .redirectOutput(log.toFile())
                        .start();
        assertThat(process.waitFor(5, TimeUnit.MINUTES)).isTrue();
        return Files.readString(log);
    }

    /** A configuration directory as an installation has one. */
    private Path conf() throws IOException {
        Path conf = Files.createDirectory(folder.resolve("conf"));
        Files.copy(
                Launched.dist().resolve("conf/log4j.properties"), conf.resolve("log4j.properties"));
        Files.writeString(
                conf.resolve("mapred-site.xml"),
                "<configuration><property><name>mapreduce.framework.name</name><value>millrace</value></property></configuration>");
        return conf;
    }
}
