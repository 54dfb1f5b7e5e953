package io.millrace.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.testing.Launched;
import io.millrace.testing.Launched.Launcher;
import io.millrace.testing.Sampled;
import io.millrace.workloads.JobsJar;
import io.millrace.workloads.Workload;
import io.millrace.workloads.input.InputKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Sampled(oneIn = 3)
class WorkloadIT {

    @TempDir Path folder;

    @Test
    void withoutANameAllJobsAndInputsAreListed() throws Exception {
        String listed = run("workload").succeeded().out();
        for (Workload workload : Workload.values()) {
            assertThat(listed).contains("  " + workload.word() + " ", workload.sentence());
        }
        for (InputKind input : InputKind.values()) {
            assertThat(listed).contains("  " + input.word() + " ", input.form());
        }
    }

    @Test
    void aBenchmarkOfTheMarcoPaperHasAPartialReducer() throws Exception {
        assertThat(run("workload", "termvector").succeeded().out())
                .contains(
                        "(MaRCO's term-vector, shuffle-heavy)",
                        "  'millrace.partial.reduce.class=io.millrace.apps.marco.TermVector$Lists'");
        assertThat(run("workload", "bigrams").succeeded().out()).doesNotContain("partial");
    }

    @Test
    void theSameSizeAndSeedGiveTheSameFile() throws Exception {
        run("workload", "kmeans", "--size", "200KB", "--seed", "4", "--output", "a").succeeded();
        run("workload", "points", "--size", "200KB", "--seed", "4", "--output", "b").succeeded();
        assertThat(Files.size(folder.resolve("a"))).isBetween(190_000L, 220_000L);
        assertThat(folder.resolve("a")).hasSameBinaryContentAs(folder.resolve("b"));
        assertThat(run("workload", "points", "--output", "a").endedWith(2).complaint())
                .isEqualTo("millrace: a exists; name another file for the input");
    }

    @Test
    void anInterruptedWorkloadLeavesNothingBehind() throws Exception {
        Path inputs = Files.createDirectory(folder.resolve("inputs"));
        Path log = folder.resolve("log");
        Process process =
                new Launcher(folder)
                        .start(
                                log,
                                log,
                                "workload",
                                "text",
                                "--size",
                                "2GB",
                                "--output",
                                inputs.resolve("text"));
        Instant deadline = Instant.now().plus(Duration.ofMinutes(1));
        while (listed(inputs).isEmpty()) {
            assertThat(Instant.now()).as(Files.readString(log)).isBefore(deadline);
            Thread.onSpinWait();
        }

        Process kill = new ProcessBuilder("kill", "-INT", "" + process.pid()).start();
        assertThat(kill.waitFor()).isZero();

        assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
        assertThat(process.exitValue()).isNotZero();
        assertThat(listed(inputs)).isEmpty();
    }

    @Test
    void anInputForWhichThereIsNoRoomIsRefused() throws Exception {
        assertThat(run("workload", "text", "--size", "9000000GB", "--output", "a").endedWith(2))
                .extracting(Launched::complaint)
                .asString()
                .contains(" is more than the ", " free in " + folder, "a smaller --size");
        assertThat(folder.resolve("a")).doesNotExist();
    }

    private static List<Path> listed(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.toList();
        }
    }

    /** What is said about a workload is what has to be typed. */
    @ParameterizedTest
    @EnumSource(names = {"K_MEANS", "SYNTHETIC"})
    void aWorkloadRunsByTheCommandsThatExplainIt(Workload workload) throws Exception {
        assertThat(workload.jar()).isEqualTo(JobsJar.MILLRACE_APPS);
        List<String> commands =
                run("workload", workload.word())
                        .succeeded()
                        .out()
                        .lines()
                        .filter(line -> line.startsWith("  ./millrace "))
                        .map(line -> line.strip().replace("256MB", "100KB"))
                        .toList();
        assertThat(commands).hasSize(2);
        for (String command : commands) {
            List<String> words = new ArrayList<>(List.of(command.split(" ", -1)));
            run(words.subList(1, words.size()).toArray()).succeeded();
        }
        assertThat(folder.resolve("output")).isNotEmptyDirectory();
    }

    @Test
    void wrongUseSaysWhatToDo() throws Exception {
        assertThat(run("workload", "nonsense").endedWith(2).complaint())
                .isEqualTo(
                        "millrace: there is no workload nonsense; ./millrace workload lists them");
        assertThat(run("workload", "terasort", "--output", "x").endedWith(2).complaint())
                .contains("a job writes that input: ./millrace jar ", " teragen 1000000 FILE");
    }

    private Launched run(Object... arguments) throws Exception {
        return new Launcher(folder).run(arguments);
    }
}
