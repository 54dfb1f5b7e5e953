package io.millrace.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.testing.Launched;
import io.millrace.testing.Launched.Launcher;
import io.millrace.testing.Sampled;
import io.millrace.workloads.Workload;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Each measurement once with a tiny input, so that none rots. */
@Sampled(oneIn = 3)
class BenchIT {

    @TempDir Path folder;

    @Test
    void aFewWorkloadsUnderContendersGiveAPageWithPlotsAndFigures() throws Exception {
        Path results = folder.resolve("results");
        String out =
                out(
                        "bench",
                        "wordcount",
                        "pagerank",
                        "--quick",
                        "--size",
                        "1MB",
                        "--with",
                        "hadoop-slots,millrace,floor",
                        "--results",
                        results);
        assertThat(out)
                .startsWith("# Times of each contender, divided by Millrace's")
                .containsPattern(
                        "\\| wordcount \\| 1 MB of text \\| [0-9.]+ \\| 1\\.00 \\| [0-9.]+ \\|")
                .containsPattern(
                        "\\| pagerank \\| 1 MB of webgraph \\| [0-9.]+ \\| 1\\.00 \\| [0-9.]+ \\|")
                .containsPattern("Millrace took [0-9.]+ times the floor's first pass")
                .contains("- machine: ", "- JDK: ", "- commit: ");
        assertThat(results.resolve("README.md")).hasContent(out);
        assertThat(results)
                .isDirectoryContaining(file -> file.endsWith("results.json"))
                .isDirectoryContaining(file -> file.endsWith("ratios.svg"));
    }

    @Test
    void theTimeOfMillraceIsDividedOverSizes() throws Exception {
        Path results = folder.resolve("results");
        String out =
                out(
                        "bench",
                        "groupby",
                        "--quick",
                        "--breakdown",
                        "--size",
                        "500KB,1MB",
                        "--with",
                        "hadoop-slots,millrace,millrace-workers",
                        "--results",
                        results);
        assertThat(out)
                .contains("| seconds | wall clock | process | map compute | ", " --breakdown ")
                .containsPattern("\\| Millrace \\| [0-9.]+ \\| [0-9.]+ \\| [0-9.]+ \\|")
                .containsPattern("\\| Millrace, [0-9]+ workers \\| [0-9.]+ \\| [0-9.]+ \\|")
                .containsPattern("\\| Hadoop's local runner, .* slots \\| [0-9.]+ \\| - \\|");
        assertThat(results).isDirectoryContaining(file -> file.endsWith("breakdown.svg"));
    }

    @Test
    void anIterationIsMeasuredInAllWays() throws Exception {
        Launched said = run("bench", "iteration", "regression", "--iterations", "2").succeeded();
        assertThat(said.out())
                .containsPattern(
                        "\\| regression \\| [0-9.]+ \\| [0-9.]+ \\| [0-9.]+ \\| [0-9]+ \\| [0-9]+ \\| [0-9]+ \\| [0-9]+ \\| - \\|")
                .containsPattern("overhead per iteration: [0-9.]+ ms \\(regression\\)\n");
        assertThat(said.err()).as("what is logged between the rows").isEmpty();
        assertThat(out("bench", "iteration", "regression", "--iterations", "2", "--workers", "1,2"))
                .containsPattern("\\| regression \\| 1 (\\| -?[0-9.]+ ){3}\\|")
                .containsPattern("\\| regression \\| 2 (\\| -?[0-9.]+ ){3}\\|");
    }

    /** The rest, so that none rots. Tests of the applications run those of the MaRCO paper. */
    @ParameterizedTest
    @EnumSource(
            mode = EnumSource.Mode.EXCLUDE,
            names = {
                "WORD_COUNT",
                "PAGE_RANK",
                "SYNTHETIC",
                "SELECTION",
                "RECORD_GREP",
                "SMALL_AGGREGATION",
                "JOIN",
                "SELF_JOIN",
                "TERM_VECTOR",
                "RANKED_INDEX",
                "ADJACENCY_LIST",
                "MOVIE_K_MEANS",
                "CLASSIFICATION",
                "MOVIE_HISTOGRAM",
                "RATING_HISTOGRAM"
            })
    void aWorkloadWritesTheSameOnHadoopsLocalRunner(Workload workload) throws Exception {
        String out =
                out(
                        "bench",
                        workload.word(),
                        "--quick",
                        "--size",
                        "500KB",
                        "--with",
                        "hadoop-slots,millrace",
                        "--results",
                        folder.resolve("results"));
        assertThat(out).contains("| " + workload.word() + " | ").doesNotContain("FAILED");
    }

    @Test
    void aContenderThatIsNotThereIsAnError() throws Exception {
        assertThat(complaint("bench", "wordcount", "--with", "hadoop,nobody"))
                .startsWith("millrace: there is no contender nobody; there are ");
        assertThat(complaint("bench", "nothing"))
                .startsWith("millrace: there is no workload nothing; ");
    }

    @Test
    void theFloorGivesTheFirstPassAndTheWarmOnes() throws Exception {
        assertThat(out("bench", "floor", "wordcount", "--size", "1MB", "--runs", "1"))
                .startsWith("floor of wordcount: 1.0 MB, ")
                .containsPattern("first +[0-9.]+ s +[0-9.]+ MB/s\nwarm +[0-9.]+ s +[0-9.]+ MB/s\n")
                .contains("commit ");
    }

    private Launched run(Object... words) throws Exception {
        return new Launcher(folder).run(words);
    }

    private String out(Object... words) throws Exception {
        return run(words).succeeded().out();
    }

    private String complaint(Object... words) throws Exception {
        return run(words).endedWith(2).err();
    }
}
