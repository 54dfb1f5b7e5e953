package io.millrace.bench.overlap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.millrace.daemons.ClusterShape;
import io.millrace.testing.Launched;
import io.millrace.testing.Launched.Launcher;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/** The study on a cluster, as a person starts it. */
class OverlapOnClusterIT {

    private static final Duration LIMIT = Duration.ofMinutes(9);

    @TempDir Path folder;

    /** Takes minutes on a small machine: {@code -Dmillrace.test.cluster=true}. */
    @EnabledIfSystemProperty(named = "millrace.test.cluster", matches = "true")
    @Test
    void aBenchmarkOnNodesWithARateGivesRatiosAndWhatTheJobHistoryHas() throws Exception {
        assumeThat(ClusterShape.namespacesHindrance()).isEmpty();
        Path results = folder.resolve("results");
        Path csv = folder.resolve("figures.csv");
        String out =
                bench(
                        0,
                        "self-join",
                        "--cluster",
                        "--rates",
                        "100",
                        "--only",
                        "stock,all",
                        "--size",
                        "1MB",
                        "--maps",
                        "6",
                        "--reduces",
                        "2",
                        "--runs",
                        "1",
                        "--csv",
                        csv,
                        "--results",
                        results);
        assertThat(out)
                .contains("## 100 Mbit/s for each node\n", "- command: `./millrace bench overlap")
                .containsPattern(
                        "\\| self-join \\(selfjoin\\) \\| heavy \\| [0-9.]+ s \\| [0-9.]+ \\| [0-9.]+ \\|\n");
        assertThat(results).isDirectoryContaining(file -> file.endsWith("phases-100.svg"));
        assertThat(csv).content().hasLineCount(3).contains("selfjoin,heavy,100,all,1,");
        JsonNode rows =
                new ObjectMapper()
                        .readTree(results.resolve("results.json").toFile())
                        .at("/experiments/0/rows");
        for (JsonNode row : rows) {
            assertThat(row.at("/seconds/median").asDouble()).isPositive();
            assertThat(row.at("/mapCpuSeconds/median").asDouble()).isPositive();
            assertThat(row.at("/shuffledBytes/median").asDouble()).isGreaterThan(100_000);
            assertThat(row.at("/reducesOnOneNode/max").asDouble()).isOne();
        }
    }

    /** Takes minutes on a small machine: {@code -Dmillrace.test.cluster=true}. */
    @EnabledIfSystemProperty(named = "millrace.test.cluster", matches = "true")
    @Test
    void killedTasksAreCountedAndTheOutputIsTheSame() throws Exception {
        Path results = folder.resolve("results");
        bench(
                0,
                "word-count",
                "--cluster",
                "--rates",
                "0",
                "--only",
                "stock,all",
                "--size",
                "8MB",
                "--maps",
                "6",
                "--reduces",
                "1",
                "--kill",
                "6",
                "--runs",
                "1",
                "--results",
                results);
        JsonNode rows =
                new ObjectMapper()
                        .readTree(results.resolve("results.json").toFile())
                        .at("/experiments/0/rows");
        assertThat(rows).hasSize(2);
        for (JsonNode row : rows) {
            assertThat(row.at("/failedAttempts/median").asDouble()).isPositive();
        }
    }

    @Test
    void wrongOptionsOfTheStudyAreSaidBeforeAnythingStarts() throws Exception {
        assertThat(bench(2, "grep", "--rates", "50")).contains("Missing required argument");
        assertThat(bench(2, "grep", "--cluster", "--only", "magic"))
                .startsWith("Invalid value for option '--only'")
                .contains("but was 'magic'");
        assertThat(bench(2, "grep", "--cluster", "--memory", "64MB"))
                .startsWith("millrace: --memory is record memory of one process");
        assertThat(bench(2, "grep", "--cluster", "--kill", "-1"))
                .startsWith("millrace: --kill is -1; it takes 0 and more");
        assertThat(bench(2, "grep", "--cluster", "--nodes", "0"))
                .startsWith("millrace: --nodes is 0; it takes at least 1");
    }

    /** Standard output if the exit code is 0, else standard error. */
    private String bench(int expected, Object... arguments)
            throws IOException, InterruptedException {
        List<Object> words = new ArrayList<>(List.of("bench", "overlap"));
        words.addAll(List.of(arguments));
        Launched run = new Launcher(folder).within(LIMIT).run(words.toArray()).endedWith(expected);
        return expected == 0 ? run.out() : run.err();
    }
}
