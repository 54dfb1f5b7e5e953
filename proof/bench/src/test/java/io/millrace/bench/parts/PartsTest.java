package io.millrace.bench.parts;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Each measurement of a part once, so that none rots. */
class PartsTest {

    private static final Path SOURCES = Path.of("src/main/java/io/millrace/bench/parts");

    @Test
    void eachPartRuns() throws Exception {
        List<String> ran =
                PartsCommand.tryOut(".*").stream()
                        .map(result -> result.getParams().getBenchmark())
                        .map(name -> name.substring(0, name.lastIndexOf('.')))
                        .map(name -> name.substring(name.lastIndexOf('.') + 1))
                        .distinct()
                        .toList();
        try (Stream<Path> sources = Files.list(SOURCES)) {
            assertThat(ran)
                    .containsExactlyInAnyOrderElementsOf(
                            sources.map(Path::getFileName)
                                    .map(Path::toString)
                                    .filter(file -> file.endsWith("Benchmark.java"))
                                    .map(file -> file.replace(".java", ""))
                                    .toList());
        }
    }
}
