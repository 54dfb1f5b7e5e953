package io.millrace.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.apps.workload.Workload;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Each measurement once with a tiny input, so that none rots. */
class BenchIT {

    @TempDir Path folder;

    @Tag("long")
    @ParameterizedTest
    @EnumSource(names = {"WORD_COUNT", "GREP", "TERA_SORT", "PAGE_RANK"})
    void aWorkloadGivesATableAndKeepsIt(Workload workload) throws Exception {
        Path results = folder.resolve("results");
        String out =
                run(
                        "bench",
                        workload.word(),
                        "--size",
                        "1MB",
                        "--runs",
                        "1",
                        "--results",
                        results.toString());
        assertThat(out)
                .startsWith("# " + workload.word() + ", 1 MB of ")
                .containsPattern(
                        "\\| Hadoop's local runner, 2\\+2 slots \\| 1\\.0 \\| [0-9.]+ s \\|")
                .containsPattern("\\| Millrace \\| [0-9.]+ \\| [0-9.]+ s \\|")
                .contains("- machine: ", "- JDK: ", "- commit: ");
        try (Stream<Path> kept = Files.list(results)) {
            assertThat(kept).singleElement().satisfies(file -> assertThat(file).hasContent(out));
        }
    }

    @Test
    void theFloorGivesTheFirstPassAndTheWarmOnes() throws Exception {
        assertThat(run("bench", "floor", "wordcount", "--size", "1MB", "--runs", "1"))
                .startsWith("floor of wordcount: 1.0 MB, seed 1, ")
                .containsPattern("first +[0-9.]+ s +[0-9.]+ MB/s\nwarm +[0-9.]+ s +[0-9.]+ MB/s\n")
                .contains("commit ");
    }

    private String run(String... arguments) throws Exception {
        File out = folder.resolve("out").toFile();
        File err = folder.resolve("err").toFile();
        ProcessBuilder builder = new ProcessBuilder("../millrace");
        builder.command().addAll(List.of(arguments));
        Map<String, String> environment = builder.environment();
        environment
                .keySet()
                .removeIf(name -> name.startsWith("HADOOP_") || name.startsWith("MILLRACE_"));
        environment.put("MILLRACE_BUILD", "off");
        environment.put("MILLRACE_JAVA_HOME", System.getProperty("java.home"));
        environment.put("XDG_CACHE_HOME", folder.resolve("cache").toString());
        environment.put("HADOOP_HEAPSIZE_MAX", "768");
        Process process = builder.redirectOutput(out).redirectError(err).start();
        assertThat(process.waitFor(5, TimeUnit.MINUTES)).isTrue();
        assertThat(process.exitValue()).as(Files.readString(err.toPath())).isZero();
        return Files.readString(out.toPath());
    }
}
