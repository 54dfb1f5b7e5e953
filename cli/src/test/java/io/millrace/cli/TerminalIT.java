package io.millrace.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.millrace.cli.Launched.Launcher;
import io.millrace.cli.job.CopiesLines;
import io.millrace.cli.job.HoldsTasks;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a person sees on a terminal: on a pseudo-terminal of util-linux's script, and on a pipe. */
class TerminalIT {

    private static final Path SCRIPT = Path.of("/usr/bin/script");
    private static final String DRAWN = "\033[?7l";
    private static final int NARROW = 50;
    private static final String HADOOPS_PROGRESS = "map 100% reduce 100%";

    @TempDir Path folder;

    private Path input;
    private Path output;

    @BeforeEach
    void writeInput() throws IOException {
        input = Files.writeString(folder.resolve("input.txt"), "one\ntwo\n");
        output = folder.resolve("output");
    }

    @Test
    void aTerminalShowsBarsWhileTheJobRunsAndASummaryAtItsEnd() throws Exception {
        assumeScript();
        Path file = folder.resolve("go");
        Path out = folder.resolve("terminal");
        Path jar = JobJars.runnable(folder, HoldsTasks.class);
        Process process =
                terminal().start(out, out, terminalArguments("jar", jar, input, output, file));
        awaitText(process, out, "reduce");
        awaitText(process, out, DRAWN);
        Files.createFile(file);
        assertThat(process.waitFor(5, TimeUnit.MINUTES)).isTrue();
        String shown = Files.readString(out, UTF_8);
        assertThat(process.exitValue()).as(shown).isZero();
        assertThat(shown)
                .containsSubsequence(
                        "a task begins", DRAWN, "map ", "sort ", "reduce ", "records/s")
                .containsSubsequence(
                        "SUCCEEDED", "time ", "records ", "2 in", "memory ", "nothing spilled")
                .contains("Map input records=2")
                .contains("held ?31mjob")
                .doesNotContain(HADOOPS_PROGRESS)
                .doesNotContain("\u009b");
        assertThat(shown.substring(shown.lastIndexOf(DRAWN)))
                .as("the lines are taken off at the end")
                .containsPattern("\033\\[\\d+F\033\\[J");
    }

    @Test
    void barsFitANarrowTerminal() throws Exception {
        assumeScript();
        Path file = folder.resolve("go");
        Path out = folder.resolve("terminal");
        Path jar = JobJars.runnable(folder, HoldsTasks.class);
        Object[] arguments = terminalArguments("jar", jar, input, output, file);
        arguments[1] = "stty cols " + NARROW + "; " + arguments[1];
        Process process = terminal().start(out, out, arguments);
        awaitText(process, out, "records/s");
        Files.createFile(file);
        assertThat(process.waitFor(5, TimeUnit.MINUTES)).isTrue();
        String shown = Files.readString(out, UTF_8);
        assertThat(process.exitValue()).as(shown).isZero();
        String drawn = shown.substring(shown.indexOf(DRAWN) + DRAWN.length());
        List<String> bars =
                drawn.lines()
                        .map(line -> line.replaceAll("\\033\\[[0-9;?]*[a-zA-Z]|\r", ""))
                        .filter(line -> line.matches("(map|sort|reduce) .*tasks"))
                        .toList();
        assertThat(bars)
                .isNotEmpty()
                .allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(NARROW));
    }

    @Test
    void withoutProgressATerminalShowsHadoopsLinesAndTheSummary() throws Exception {
        assumeScript();
        Launched run = copyOnTerminal(terminal().with("NO_COLOR", "1"), "jar", "--no-progress");
        assertThat(run.out())
                .contains(HADOOPS_PROGRESS, "SUCCEEDED", "nothing spilled")
                .doesNotContain("\033");
    }

    @Test
    void aTerminalThatCanDoNothingGetsWhatAPipeGets() throws Exception {
        assumeScript();
        Launched run = copyOnTerminal(terminal().with("TERM", "dumb"), "jar");
        assertThat(run.out()).contains(HADOOPS_PROGRESS).doesNotContain("\033", "SUCCEEDED");
    }

    @Test
    void aPipeGetsHadoopsLinesOnly() throws Exception {
        Launched run =
                new Launcher(folder)
                        .run("jar", JobJars.runnable(folder, CopiesLines.class), input, output)
                        .succeeded();
        assertThat(run.err()).contains(HADOOPS_PROGRESS).doesNotContain("\033", "SUCCEEDED");
        assertThat(run.out()).isEmpty();
    }

    @Test
    void aReportIsWrittenWhereTheCommandLineSays() throws Exception {
        Path reports = folder.resolve("reports");
        Launched run =
                new Launcher(folder)
                        .run(
                                "jar",
                                "--report=" + reports,
                                JobJars.runnable(folder, CopiesLines.class),
                                input,
                                output)
                        .succeeded();
        assertThat(run.err())
                .containsPattern("report in " + reports + "/job_\\d+_\\d+/report.html");
        assertThat(reports.resolve("index.html")).content().contains("job_");
        assertThat(new Launcher(folder).run("jar", "--nonsense", "x.jar").failedWith(2).err())
                .contains("--nonsense");
    }

    private static void assumeScript() {
        assumeTrue(
                Files.isExecutable(SCRIPT),
                "skipped: there is no " + SCRIPT + " (util-linux) here");
    }

    private Launcher terminal() {
        return new Launcher(folder, SCRIPT).with("TERM", "xterm");
    }

    private Launched copyOnTerminal(Launcher terminal, Object... before) throws Exception {
        Object[] all = Arrays.copyOf(before, before.length + 3);
        all[before.length] = JobJars.runnable(folder, CopiesLines.class);
        all[before.length + 1] = input;
        all[before.length + 2] = output;
        return terminal.run(terminalArguments(all)).succeeded();
    }

    /** Runs the launcher on a terminal of its own, whose output goes to standard output. */
    private static Object[] terminalArguments(Object... arguments) {
        String command =
                Arrays.stream(arguments)
                        .map(argument -> "'" + argument + "'")
                        .collect(Collectors.joining(" "));
        Path launcher = Path.of("..").toAbsolutePath().normalize().resolve("millrace");
        return new Object[] {"-qec", launcher + " " + command, "/dev/null"};
    }

    private static void awaitText(Process process, Path out, String text) throws Exception {
        Instant deadline = Instant.now().plus(Duration.ofMinutes(2));
        while (!Files.readString(out, UTF_8).contains(text)) {
            assertThat(process.isAlive()).as(Files.readString(out, UTF_8)).isTrue();
            assertThat(Instant.now()).as(Files.readString(out, UTF_8)).isBefore(deadline);
            Thread.onSpinWait();
        }
    }
}
