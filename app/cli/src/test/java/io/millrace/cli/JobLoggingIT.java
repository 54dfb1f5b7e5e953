package io.millrace.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.cli.job.LogsLines;
import io.millrace.testing.Launched;
import io.millrace.testing.Launched.Launcher;
import io.millrace.testing.Sampled;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarInputStream;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A file in a job's jar configures the job's log, beside the launcher's own. */
@Sampled(oneIn = 2)
@Tag("jdk")
class JobLoggingIT {

    /** Libraries that Hadoop does not have, as Maven has fetched them. */
    private static final Path LIBRARIES =
            Path.of("target/libraries-of-jobs").toAbsolutePath().normalize();

    private static final String LOGBACK =
            """
            <configuration>
              <appender name="own" class="ch.qos.logback.core.FileAppender">
                <file>${own.log}</file><encoder><pattern>%m%n</pattern></encoder>
              </appender>
              <root level="info"><appender-ref ref="own"/></root>
            </configuration>
            """;

    private static final String LOG4J2 =
            """
            <Configuration>
              <Appenders>
                <File name="own" fileName="${sys:own.log}"><PatternLayout pattern="%m%n"/></File>
              </Appenders>
              <Loggers><Root level="info"><AppenderRef ref="own"/></Root></Loggers>
            </Configuration>
            """;

    private static final String LOG4J =
            """
            log4j.rootLogger=INFO,own
            log4j.appender.own=org.apache.log4j.FileAppender
            log4j.appender.own.File=${own.log}
            log4j.appender.own.layout=org.apache.log4j.PatternLayout
            log4j.appender.own.layout.ConversionPattern=%m%n
            """;

    @TempDir Path folder;

    @ParameterizedTest
    @CsvSource({"logback.xml,logback", "log4j2.xml,log4j2", "log4j.properties,none"})
    void itWorksInTheDriverAndInTasksWithEveryIsolation(String file, String libraries)
            throws Exception {
        Path input = Files.createDirectory(folder.resolve("input"));
        Files.writeString(input.resolve("one"), "first\nsecond\n");
        Files.writeString(input.resolve("two"), "third\n");
        Path log = folder.resolve("own.log");
        String option = "-Down.log=" + log;
        List<Object> command =
                new ArrayList<>(
                        List.of("jar", jar(file, LIBRARIES.resolve(libraries)), input, option));
        List<String> lines = new ArrayList<>();
        for (String isolation : List.of("auto", "slot", "none", "process")) {
            command.add("millrace.task.isolation=" + isolation);
            addLines(isolation, lines);
        }
        command.add("millrace.workers=2");
        addLines("2", lines);
        Launched run =
                new Launcher(folder).with("HADOOP_OPTS", option).run(command.toArray()).succeeded();
        assertThat(log)
                .content()
                .satisfies(content ->
                        assertThat(content.lines()).containsExactlyInAnyOrderElementsOf(lines));
        assertThat(run.err()).contains("INFO mapreduce.Job: Job job_").doesNotContain("log4j:WARN");
    }

    private static void addLines(String name, List<String> lines) {
        for (String each : List.of("driver", "first", "second", "third")) {
            lines.add(name + " " + each);
        }
    }

    /** The job with its file and, in the directory {@code lib}, its libraries. */
    private Path jar(String file, Path libraries) throws IOException {
        Path jar = folder.resolve("job.jar");
        Path plain = JobJars.runnable(folder, LogsLines.class);
        try (JarInputStream in = new JarInputStream(Files.newInputStream(plain));
                JarOutputStream out =
                        new JarOutputStream(Files.newOutputStream(jar), in.getManifest())) {
            for (JarEntry entry = in.getNextJarEntry();
                    entry != null;
                    entry = in.getNextJarEntry()) {
                out.putNextEntry(new JarEntry(entry.getName()));
                in.transferTo(out);
            }
            out.putNextEntry(new JarEntry(file));
            out.write(configuration(file).getBytes(UTF_8));
            if (Files.isDirectory(libraries)) {
                try (Stream<Path> jars = Files.list(libraries)) {
                    for (Path each : jars.toList()) {
                        out.putNextEntry(new JarEntry("lib/" + each.getFileName()));
                        Files.copy(each, out);
                    }
                }
            }
        }
        return jar;
    }

    private static String configuration(String file) {
        return switch (file) {
            case "logback.xml" -> LOGBACK;
            case "log4j2.xml" -> LOG4J2;
            default -> LOG4J;
        };
    }
}
