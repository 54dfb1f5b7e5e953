package io.millrace.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.millrace.apps.workload.Workload;
import io.millrace.bench.job.OutputDirectory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Each measurement once with a tiny input, so that none rots. */
@Tag("long")
class BenchIT {

    private static final String EXAMPLES =
            "../cli/target/dist/lib/examples/hadoop-mapreduce-examples.jar";

    @TempDir Path folder;

    @Test
    void aFewWorkloadsUnderContendersGiveAPageWithPlotsAndFigures() throws Exception {
        Path results = folder.resolve("results");
        String out =
                run(
                        "bench",
                        "wordcount",
                        "pagerank",
                        "--quick",
                        "--size",
                        "1MB",
                        "--with",
                        "hadoop-slots,millrace,floor",
                        "--results",
                        results.toString());
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
    void anIterationIsMeasuredInAllWays() throws Exception {
        String out = run("bench", "iteration", "regression", "--iterations", "2");
        assertThat(out)
                .containsPattern(
                        "\\| regression \\| [0-9.]+ \\| [0-9.]+ \\| [0-9.]+ \\| [0-9]+ \\| [0-9]+ \\| [0-9]+ \\| [0-9]+ \\| - \\|")
                .containsPattern("overhead per iteration: [0-9.]+ ms \\(regression\\)\n$");
        assertThat(folder.resolve("err")).as("what is logged between the rows").isEmptyFile();
    }

    /** The rest, so that none rots. */
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
                "JOIN"
            })
    void aWorkloadWritesTheSameOnHadoopsLocalRunner(Workload workload) throws Exception {
        String out =
                run(
                        "bench",
                        workload.word(),
                        "--quick",
                        "--size",
                        "500KB",
                        "--with",
                        "hadoop-slots,millrace",
                        "--results",
                        folder.resolve("results").toString());
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
        assertThat(run("bench", "floor", "wordcount", "--size", "1MB", "--runs", "1"))
                .startsWith("floor of wordcount: 1.0 MB, ")
                .containsPattern("first +[0-9.]+ s +[0-9.]+ MB/s\nwarm +[0-9.]+ s +[0-9.]+ MB/s\n")
                .contains("commit ");
    }

    @Test
    void transportsAreMeasuredBesideTheirLowerBounds() throws Exception {
        assertThat(run("bench", "exchange", "--runs", "1"))
                .containsPattern("\\| tcp (\\| [0-9.]+ \\([0-9.]+\\) ){6}\\|")
                .contains("| all-reduce of 4 workers | ", "1 rounds; ", "commit ");
    }

    @Test
    void smallJobsInOneProcessGiveARowEach() throws Exception {
        assertThat(run("bench", "warm", "--jobs", "2"))
                .containsPattern(
                        "\\| pi 1 1 (\\| [0-9.]+ ){5}\\|\n\\| wordcount, one line (\\| [0-9.]+ ){5}\\|")
                .contains("2 jobs of each");
    }

    @Test
    void scalingGivesARowForEachNumberOfCoresAndForEachSize() throws Exception {
        assumeThat(Path.of("/proc/self/status")).as("runs are bound to cores on Linux").exists();
        Path results = folder.resolve("results");
        String out =
                run(
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
                        results.toString());
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
                run(
                        "bench",
                        "shuffles",
                        "--size",
                        "100kB",
                        "--runs",
                        "1",
                        "--only",
                        "^ordinary|^32 reduce",
                        "--results",
                        results.toString());
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
                run(
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
                        csv.toString(),
                        "--results",
                        results.toString());
        assertThat(out)
                .containsPattern("\\| self-join \\(selfjoin\\) \\| heavy( \\| [0-9.]+){4} \\| ")
                .contains("| self-join | 8 MB | eager | ", "- command: `./millrace bench overlap");
        assertThat(results.resolve("README.md")).hasContent(out);
        assertThat(results).isDirectoryContaining(file -> file.endsWith("ratios.svg"));
        // 8 MB, the least, without the buffers for writing to disk.
        assertThat(csv)
                .content()
                .containsPattern("\nself-join,selfjoin,heavy,tight,82[0-9]{5},never,1,");
        assertThat(complaint("bench", "overlap", "nothing"))
                .startsWith("millrace: the MaRCO paper has no benchmark nothing; there are ");
    }

    @Test
    void pavloComparesTheJoinOfThreeJobsWithThatOfOneAndSaysWhatIsLeftOut() throws Exception {
        Path results = folder.resolve("results");
        Path csv = folder.resolve("figures.csv");
        String out =
                run(
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
                        csv.toString(),
                        "--results",
                        results.toString());
        assertThat(out)
                .containsPattern("three jobs on Hadoop to one with the index \\| at least 10")
                .containsPattern("\\| Millrace, indexed \\| [0-9.]+ \\| [0-9.]+ s \\|")
                .containsPattern("\\| uservisits \\| sorted \\| [0-9.]+ s \\|")
                .contains("left out: PostgreSQL, loaded before: ")
                .doesNotContain("FAILED");
        assertThat(results).isDirectoryContaining(file -> file.endsWith("figure11-join.svg"));
        assertThat(csv).content().containsPattern("\njoin,join,millrace-indexed,1,");
        assertThat(complaint("bench", "pavlo", "sort"))
                .startsWith("millrace: the benchmark by Pavlo et al. has no task sort; there are ");
    }

    @Test
    void aJobOfTheUserIsMeasuredOnBothRunnersAndItsOutputIsFreeAfterwards() throws Exception {
        Path input = Files.writeString(folder.resolve("in.txt"), "to be or not to be\n");
        Path output = folder.resolve("output");
        Path csv = folder.resolve("figures.csv");
        Path page = folder.resolve("page.md");

        String out =
                run(
                        "bench",
                        "jar",
                        "--warmup",
                        "0",
                        "--runs",
                        "2",
                        "--csv",
                        csv.toString(),
                        "--markdown=" + page,
                        EXAMPLES,
                        "wordcount",
                        input.toString(),
                        output.toString());

        assertThat(out)
                .containsPattern("\\| Hadoop's local runner \\| [0-9.]+ s ± [0-9.]+ s \\| ")
                .containsPattern("\\| Millrace \\| [0-9.]+ s ± [0-9.]+ s \\| ")
                .containsPattern("is [0-9.]+ ± [0-9.]+ times as fast as ")
                .contains("Both gave the same result: 1 jobs, 2 files.", "- command: `./millrace");
        assertThat(page).hasContent(out);
        assertThat(csv)
                .content()
                .startsWith("runner,runs,mean,stddev,median,min,max,")
                .containsPattern("\nlocal,2,[0-9.]+,[0-9.]+,")
                .containsPattern("\nmillrace,2,[0-9.]+,[0-9.]+,");
        assertThat(output).doesNotExist();
    }

    @Test
    void aRunOfAUsersJobThatFailsIsAnErrorThatNamesItsLog() throws Exception {
        Path missing = folder.resolve("missing");
        assertThat(exitCode("bench", "jar", EXAMPLES, "wordcount", missing.toString(), "out"))
                .isEqualTo(1);

        String complaint = text(folder.resolve("err"));
        assertThat(complaint)
                .contains("Hadoop's local runner ended with exit code 255:", "Input path does not");
        Path log = Path.of(complaint.strip().replaceFirst("(?s).*both streams, is ", ""));
        assertThat(log).content().contains(missing.toString());
        OutputDirectory.delete(log.getParent().getParent());
    }

    @Test
    void wrongUseOfBenchJarIsSaidBeforeAnyRun() throws Exception {
        assertThat(complaint("bench", "jar")).startsWith("millrace: no jar is named");
        assertThat(complaint("bench", "jar", "missing.jar"))
                .startsWith("millrace: missing.jar is not a file");
        assertThat(complaint("bench", "jar", "--runs", "1", EXAMPLES))
                .startsWith("millrace: --runs is 1;");
    }

    private String run(String... arguments) throws Exception {
        Path err = folder.resolve("err");
        assertThat(exitCode(arguments)).as(() -> text(err)).isZero();
        return Files.readString(folder.resolve("out"));
    }

    private String complaint(String... arguments) throws Exception {
        assertThat(exitCode(arguments)).isEqualTo(2);
        return Files.readString(folder.resolve("err"));
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private int exitCode(String... arguments) throws Exception {
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
        Process process =
                builder.redirectOutput(folder.resolve("out").toFile())
                        .redirectError(folder.resolve("err").toFile())
                        .start();
        assertThat(process.waitFor(5, TimeUnit.MINUTES)).isTrue();
        return process.exitValue();
    }
}
