package io.millrace.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.millrace.cli.job.ExitsWithSeven;
import io.millrace.cli.job.MarksTasks;
import io.millrace.cli.job.Tells;
import io.millrace.testing.Launched;
import io.millrace.testing.Launched.Launcher;
import io.millrace.testing.Sampled;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Jobs that are explained in place of being run, and beside what they took. */
@Sampled(oneIn = 4)
class ExplainIT {

    private static final Path EXAMPLES =
            Launched.dist().resolve("lib/examples/hadoop-mapreduce-examples.jar");

    /** What a process has depends on its heap; a plan must not, to be compared. */
    private static final String MEMORY = "millrace.memory.max=64m";

    @TempDir Path folder;

    private Path input;
    private Path output;
    private Path marks;

    @BeforeEach
    void writeInput() throws IOException {
        input = Files.writeString(folder.resolve("input.txt"), "to be or not to be\n");
        output = folder.resolve("output");
        marks = Files.createDirectory(folder.resolve("marks"));
    }

    @Test
    void anExplainedJobRunsNoTaskAndLeavesNothing() throws Exception {
        Path jar = JobJars.runnable(folder, MarksTasks.class);
        Path temporary = Files.createDirectory(folder.resolve("temporary"));
        Launched explained =
                new Launcher(folder)
                        .with("MILLRACE_OPTS", "-Djava.io.tmpdir=" + temporary)
                        .run(
                                "explain",
                                "jar",
                                jar,
                                "-D",
                                "hadoop.tmp.dir=" + temporary,
                                "-D",
                                MEMORY,
                                input,
                                output,
                                marks)
                        .succeeded();

        assertThat(explained.out())
                .startsWith("marks tasks (job_")
                .contains(
                        "input: 1 split, 19 bytes",
                        "cut by TextInputFormat",
                        "input.reader",
                        "serialization",
                        "shuffle.kind",
                        "No task was run.")
                .containsPattern("partial\\.reduce +NEVER +the job names no partial reducer")
                .containsPattern("memory\\.max +64 MB +set by millrace\\.memory\\.max")
                .doesNotContain("says something");
        assertThat(explained.err()).contains("says something");
        assertThat(output).doesNotExist();
        assertThat(marks).isEmptyDirectory();
        try (Stream<Path> left = Files.walk(temporary)) {
            assertThat(left.filter(Files::isRegularFile)).isEmpty();
        }

        run("jar", jar, input, output, marks).succeeded();
        assertThat(output.resolve("_SUCCESS")).exists();
        assertThat(marks.resolve("after")).exists();
        try (Stream<Path> left = Files.list(marks)) {
            assertThat(left).as("what a run leaves").hasSize(2);
        }
    }

    @Test
    void aCombinerThatServesAsPartialReducerIsInThePlan() throws Exception {
        Object[] words = {EXAMPLES, "wordcount", input, output};
        assertThat(run(with("explain", "jar", null, words)).succeeded().out())
                .containsPattern(
                        "partial\\.reduce +SHORT +combiner and reducer fold integers alike");
    }

    @Test
    void aPlanIsTheOneOfTheRun() throws Exception {
        Object[] words = {EXAMPLES, "wordcount", "-D", MEMORY, input, output};
        Path jar = JobJars.runnable(folder, MarksTasks.class);
        Object[] marked = {
            jar, "-D", MEMORY, "-D", "millrace.shuffle.kind=hybrid", input, output + "-old", marks
        };
        for (Object[] command : List.of(words, marked)) {
            JsonNode plan = json(run(with("explain", "--json", "jar", command)).succeeded().out());
            assertThat(output).doesNotExist();
            Path reports = folder.resolve("reports of " + command.length);
            run(with("jar", "--report=" + reports, null, command)).succeeded();
            JsonNode report = report(reports);
            assertThat(report.at("/job/state").asText()).isEqualTo("SUCCEEDED");
            assertThat(plan.at("/job/state").asText()).isEqualTo("PLANNED");
            assertThat(plan.get("plan")).hasSizeGreaterThan(20).isEqualTo(report.get("plan"));
            assertThat(plan.get("splits")).isEqualTo(report.get("splits"));
            output = folder.resolve("another");
        }
    }

    @Test
    void ofAProgramOfSeveralJobsTheFirstIsExplainedAndAllAreAnalyzed() throws Exception {
        Object[] grep = {EXAMPLES, "grep", input, output, "[a-z]+"};
        assertThat(run(with("explain", "--json", "jar", grep)).succeeded().out().lines())
                .singleElement()
                .satisfies(line ->
                        assertThat(json(line).at("/job/name").asText()).isEqualTo("grep-search"));
        assertThat(output).doesNotExist();

        Launched analyzed =
                run(
                                "explain",
                                "--analyze",
                                "--json",
                                "jar",
                                grep[0],
                                grep[1],
                                grep[2],
                                grep[3],
                                grep[4])
                        .succeeded();
        assertThat(analyzed.out().lines().map(ExplainIT::json))
                .extracting(
                        report -> report.at("/job/name").asText(),
                        report -> report.at("/job/state").asText())
                .containsExactly(
                        tuple("grep-search", "SUCCEEDED"), tuple("grep-sort", "SUCCEEDED"));
        assertThat(output.resolve("_SUCCESS")).exists();
    }

    @Test
    void whatAProgramDoesBeforeItsJobIsItsOwnAndDoesNotStandInItsWay() throws Exception {
        Path data = folder.resolve("data");
        run("jar", EXAMPLES, "teragen", "1000", data).succeeded();
        Launched explained = run("explain", "jar", EXAMPLES, "terasort", data, output).succeeded();
        assertThat(explained.out())
                .startsWith("TeraSort (job_")
                .containsPattern(
                        "input.reader +Hadoop's +only lines of text and SequenceFiles are known")
                .contains("The output directory exists already");
        try (Stream<Path> written = Files.list(output)) {
            assertThat(written.map(Path::getFileName).map(Path::toString))
                    .filteredOn(name -> !name.endsWith(".crc"))
                    .containsExactly("_partition.lst");
        }
        run("jar", EXAMPLES, "terasort", data, output).succeeded();
        assertThat(output.resolve("_SUCCESS")).exists();
    }

    @Test
    void measuredStandsBesidePlannedAlsoForAJobThatFails() throws Exception {
        Launched words =
                run("explain", "--analyze", "jar", EXAMPLES, "wordcount", input, output)
                        .succeeded();
        assertThat(words.out())
                .containsPattern("word count \\(job_\\d+_0001\\) SUCCEEDED in")
                .containsPattern("map tasks +1 on 1 slots +1, \\d")
                .containsPattern("input.reader +quick +quick in 1 of 1 tasks")
                .containsPattern("output.writer +quick +quick in 1 of 1 tasks")
                .containsPattern("combined +in place +6 records to 4")
                .containsPattern("spilled +\\S.* nothing");

        Launched failed =
                run(
                                "explain",
                                "--analyze",
                                "jar",
                                JobJars.runnable(folder, MarksTasks.class),
                                "-D",
                                "marks.fail=true",
                                input,
                                folder.resolve("other"),
                                marks)
                        .endedWith(1);
        assertThat(failed.out())
                .contains("FAILED in", "the mapper fails, as it was told to")
                .containsPattern("map tasks +1 on 1 slots +0, 1 lost");
    }

    @Test
    void aJobThatCouldNotStartIsToldAsItsRunWouldTell() throws Exception {
        Path jar = JobJars.runnable(folder, MarksTasks.class);
        Path missing = folder.resolve("missing");
        Launched explained = run("explain", "jar", jar, missing, output, marks).endedWith(1);
        Launched ran = run("jar", jar, missing, output, marks).endedWith(1);
        assertThat(explained.err()).contains("Input path does not exist").contains(lastOf(ran));
        assertThat(explained.out()).isEmpty();

        Launched bad =
                run(
                                "explain",
                                "jar",
                                jar,
                                "-D",
                                "mapreduce.job.output.key.comparator.class=NoSuchOrder",
                                input,
                                output,
                                marks)
                        .endedWith(1);
        assertThat(bad.err())
                .contains(
                        "millrace: the job would fail before its first task: Job preparation failed: ",
                        "NoSuchOrder")
                .doesNotContain("\tat ");
    }

    private static String lastOf(Launched ran) {
        return ran.err().lines().filter(line -> line.startsWith("millrace: ")).findFirst().get();
    }

    @Test
    void aProgramWithoutAJobIsToldSoAndOneOfAnotherFrameworkIsNotRun() throws Exception {
        Launched none = run("explain", "jar", JobJars.runnable(folder, Tells.class)).endedWith(1);
        assertThat(none.err()).contains("the program ended without a job for Millrace");
        run("explain", "jar", JobJars.runnable(folder, ExitsWithSeven.class)).endedWith(7);

        Launched other =
                run(
                                "explain",
                                "jar",
                                JobJars.runnable(folder, MarksTasks.class),
                                "-D",
                                "mapreduce.framework.name=local",
                                input,
                                output,
                                marks)
                        .endedWith(2);
        assertThat(other.err()).contains("mapreduce.framework.name=local");
        assertThat(output).doesNotExist();
        assertThat(marks).isEmptyDirectory();

        assertThat(run("explain").endedWith(2).complaint())
                .isEqualTo(
                        "millrace: explain takes the command to explain: millrace explain jar app.jar arguments...");
    }

    private Launched run(Object... arguments) throws Exception {
        return new Launcher(folder).run(arguments);
    }

    /** The words before a command, where there are any, and the command. */
    private static Object[] with(Object first, Object second, Object third, Object... command) {
        return Stream.concat(
                        Stream.of(first, second, third).filter(word -> word != null),
                        Stream.of(command))
                .toArray();
    }

    private static JsonNode report(Path reports) throws IOException {
        try (Stream<Path> files = Files.walk(reports)) {
            Path file = files.filter(path -> path.endsWith("report.json")).findFirst().get();
            return json(Files.readString(file));
        }
    }

    private static JsonNode json(String text) {
        try {
            return new ObjectMapper().readTree(text);
        } catch (IOException e) {
            throw new AssertionError(text, e);
        }
    }
}
