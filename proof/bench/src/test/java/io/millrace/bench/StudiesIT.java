package io.millrace.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.millrace.testing.Launched.Launcher;
import io.millrace.testing.Sampled;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each study once with a tiny input, so that none rots. */
@Sampled(oneIn = 3)
class StudiesIT {

    @TempDir Path folder;

    @Test
    void exchangesAreSimulated() throws Exception {
        Path results = folder.resolve("simulation");
        assertThat(
                        out(
                                "bench",
                                "simulate",
                                "--workers",
                                "4,8",
                                "--spread",
                                "0",
                                "--results",
                                results))
                .contains(
                        "| workers | fully connected | fully connected, in blocks | pairwise, each wave |")
                .containsPattern(
                        "\\| 8 \\| 0\\.[0-9]{3} \\|.*\\| fully connected, in blocks \\|\n");
        assertThat(results.resolve("exchanges.svg")).isNotEmptyFile();
        assertThat(complaint("bench", "simulate", "--workers", "4,5", "--per-machine", "2"))
                .contains("--workers has 5; it takes multiples of --per-machine from 2");
    }

    @Test
    void transportsAreMeasuredBesideTheirLowerBounds() throws Exception {
        assertThat(out("bench", "exchange", "--runs", "1", "--round", "10"))
                .containsPattern("\\| tcp (\\| [0-9.]+ \\([0-9.]+\\) ){6}\\|")
                .contains(
                        "| round trip, two processes | ",
                        "| all-reduce of 4 workers | ",
                        "1 rounds; ",
                        "commit ");
        assertThat(complaint("bench", "exchange", "--processes", "3"))
                .startsWith("millrace: --processes is 3; it takes 1 or 2");
    }

    @Test
    void smallJobsInOneProcessGiveARowEach() throws Exception {
        assertThat(out("bench", "warm", "--jobs", "2"))
                .containsPattern(
                        "\\| pi 1 1 (\\| [0-9.]+ ){5}\\|\n\\| wordcount, one line (\\| [0-9.]+ ){5}\\|")
                .contains("2 jobs of each");
    }

    @Test
    void aSoakComparesJobsThatLoseWorkersWithOneThatDoesNot() throws Exception {
        assertThat(soak("wordcount", "2"))
                .contains("1 run, 0 with a fault.", "| 2 | wordcount | ")
                .contains("soak wordcount --runs 1 --workers 2 --seed 2 --size 100kB`");
    }

    /** With this seed, the client is killed. */
    @Test
    void aSoakRunsALoopAgainWhoseClientWasKilled() throws Exception {
        assertThat(soak("kmeans-loop", "33"))
                .contains(
                        "| the client is killed, and the job runs again | 1 | 1 | 0 | ",
                        "| 33 | kmeans-loop | ");
        assertThat(complaint("bench", "soak", "--cluster", "kmeans-loop"))
                .contains("kmeans-loop is a loop; --cluster takes workloads only");
    }

    /** One run with two workers; returns its page. */
    private String soak(String program, String seed) throws Exception {
        assumeThat(Path.of("/proc/self/environ")).as("Linux shows marked processes").exists();
        Path results = folder.resolve("soak");
        String out =
                out(
                        "bench",
                        "soak",
                        program,
                        "--size",
                        "100kB",
                        "--workers",
                        "2",
                        "--runs",
                        "1",
                        "--seed",
                        seed,
                        "--results",
                        results);
        assertThat(results.resolve("README.md")).hasContent(out);
        assertThat(results).isDirectoryContaining(file -> file.endsWith("results.json"));
        return out;
    }

    @Test
    void scalingGivesARowForEachNumberOfCoresAndForEachSize() throws Exception {
        assumeThat(Path.of("/proc/self/status")).as("runs are bound to cores on Linux").exists();
        Path results = folder.resolve("results");
        String out =
                out(
                        "bench",
                        "scaling",
                        "wordcount",
                        "--size",
                        "200kB",
                        "--sizes",
                        "100kB,200kB",
                        "--memory",
                        "64MB",
                        "--runs",
                        "1",
                        "--results",
                        results);
        assertThat(out)
                .contains("| wordcount | 200 KB | 1 | 1.00 | 100 % | ", "of 64 MB")
                .containsPattern(
                        "\\| wordcount \\| 200 KB \\| 3,[0-9]+ \\| [0-9.]+ \\| [0-9]+ ns \\| ");
        assertThat(results.resolve("README.md")).hasContent(out);
        assertThat(results)
                .isDirectoryContaining(file -> file.endsWith("results.json"))
                .isDirectoryContaining(file -> file.endsWith("cores.svg"));
    }

    @Test
    void shufflesGiveARowForEachLoadAndAllWaysForTheOrdinaryOne() throws Exception {
        Path results = folder.resolve("shuffles");
        String out =
                out(
                        "bench",
                        "shuffles",
                        "--size",
                        "100kB",
                        "--runs",
                        "1",
                        "--only",
                        "^ordinary|^32 reduce",
                        "--results",
                        results);
        assertThat(out)
                .containsPattern(
                        "\\| ordinary( \\| [0-9.]+, [0-9.]+){2} \\| [0-9.]+ s, [0-9.]+ s \\| ")
                .contains(
                        "\n| 32 reduce tasks | ",
                        "\n| pull, splits of 1MB | ",
                        "\n| push, ttas | ");
        assertThat(results.resolve("README.md")).hasContent(out);
        assertThat(results)
                .isDirectoryContaining(file -> file.endsWith("results.json"))
                .isDirectoryContaining(file -> file.endsWith("ratios.svg"))
                .isDirectoryContaining(file -> file.endsWith("ways.svg"));
    }

    @Test
    void overlapGivesRatiosForAmpleAndTightMemoryAndAFileOfFigures() throws Exception {
        Path results = folder.resolve("results");
        Path csv = folder.resolve("figures.csv");
        String out =
                out(
                        "bench",
                        "overlap",
                        "self-join",
                        "--size",
                        "1MB",
                        "--maps",
                        "8",
                        "--runs",
                        "1",
                        "--csv",
                        csv,
                        "--results",
                        results);
        assertThat(out)
                .containsPattern("\\| self-join \\(selfjoin\\) \\| heavy( \\| [0-9.]+){4} \\| ")
                .contains("| self-join | 8 MB | eager | ", "- command: `./millrace bench overlap");
        assertThat(results.resolve("README.md")).hasContent(out);
        assertThat(results).isDirectoryContaining(file -> file.endsWith("ratios.svg"));
        // 8 MB, the least, without the buffers for writing to disk.
        assertThat(csv)
                .content()
                .containsPattern("\nself-join,selfjoin,heavy,tight,[0-9]+,never,1,.*,82[0-9]{5},");
        assertThat(complaint("bench", "overlap", "nothing"))
                .startsWith("millrace: the MaRCO paper has no benchmark nothing; there are ");
    }

    @Test
    void pavloComparesTheJoinOfThreeJobsWithThatOfOneAndSaysWhatIsLeftOut() throws Exception {
        Path results = folder.resolve("results");
        Path csv = folder.resolve("figures.csv");
        String out =
                out(
                        "bench",
                        "pavlo",
                        "join",
                        "--size",
                        "1MB",
                        "--with",
                        "hadoop-slots,millrace-indexed,postgresql",
                        "--runs",
                        "1",
                        "--csv",
                        csv,
                        "--results",
                        results);
        assertThat(out)
                .containsPattern("three jobs on Hadoop to one with the index \\| at least 10")
                .containsPattern("\\| Millrace, indexed \\| [0-9.]+ \\| [0-9.]+ s \\|")
                .containsPattern("\\| uservisits \\| sorted \\| [0-9.]+ s \\|")
                .contains("PostgreSQL, loaded before was not run: ")
                .doesNotContain("FAILED");
        assertThat(results).isDirectoryContaining(file -> file.endsWith("figure11-join.svg"));
        assertThat(csv).content().containsPattern("\njoin,join,[0-9]+,millrace-indexed,1,");
        assertThat(complaint("bench", "pavlo", "sort"))
                .startsWith("millrace: the benchmark by Pavlo et al. has no task sort; there are ");
    }

    private String out(Object... words) throws Exception {
        return new Launcher(folder).run(words).succeeded().out();
    }

    private String complaint(Object... words) throws Exception {
        return new Launcher(folder).run(words).endedWith(2).err();
    }
}
