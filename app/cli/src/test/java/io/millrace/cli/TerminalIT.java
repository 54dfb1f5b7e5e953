package io.millrace.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.millrace.cli.job.CopiesLines;
import io.millrace.cli.job.HoldsTasks;
import io.millrace.testing.Launched;
import io.millrace.testing.Launched.Launcher;
import io.millrace.testing.Sampled;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a person sees on a terminal: on a pseudo-terminal of util-linux's script, and on a pipe. */
@Sampled(oneIn = 4)
class TerminalIT {

    private static final Path SCRIPT = Path.of("/usr/bin/script");
    private static final String DRAWN = "\033[?7l";
    private static final Pattern DRAWING =
            Pattern.compile("\033\\[\\?7l(.*?)\033\\[\\?7h", Pattern.DOTALL);
    private static final int NARROW = 50;
    private static final String WIDE = "\u6d41";
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
                        "Map input records=2",
                        "SUCCEEDED",
                        "time ",
                        "records ",
                        "2 in",
                        "memory ",
                        "nothing spilled")
                .contains("held ?31mjob")
                .doesNotContain(HADOOPS_PROGRESS)
                .doesNotContain("\u009b");
        assertThat(shown.substring(shown.lastIndexOf(DRAWN)))
                .as("the lines are taken off at the end")
                .containsPattern("\r\033\\[\\d+A\033\\[J");
    }

    @Test
    void barsAreAsciiInALocaleThatIs() throws Exception {
        assumeScript();
        assertThat(drawn(shownWhileHeld("export LC_ALL=C; ", "")))
                .anyMatch(line -> line.matches("(map|reduce) +[#.]+ .*tasks"))
                .noneMatch(line -> line.contains("\u2588"));
    }

    @Test
    void quietShowsNothingButTheJobsOwnOutput() throws Exception {
        assumeScript();
        Launched run = copyOnTerminal(terminal(), "jar", "--quiet");
        assertThat(run.out()).doesNotContain("INFO", HADOOPS_PROGRESS, "SUCCEEDED", "\033");
    }

    @Test
    void barsFitANarrowTerminal() throws Exception {
        assumeScript();
        String shown = shownWhileHeld("stty cols " + NARROW + "; ", "");
        assertThat(drawn(shown))
                .anyMatch(line -> line.matches("reduce .*tasks"))
                .anyMatch(line -> line.contains("records/s"))
                .allSatisfy(line -> assertThat(line.length()).isLessThan(NARROW));
    }

    @Test
    void whereThereIsNoRoomForBarsThereIsForEachFigure() throws Exception {
        assumeScript();
        assertThat(drawn(shownWhileHeld("stty cols 30; ", "")))
                .anyMatch(line -> line.matches(".+ records/s, .+/s"))
                .anyMatch(line -> line.matches("memory .+ of .+"))
                .contains("spilled 0 bytes")
                .allSatisfy(line -> assertThat(line.length()).isLessThan(30));
    }

    @Test
    void aNameOfWideCharactersIsCutWhereItsColumnsEnd() throws Exception {
        assumeScript();
        Path told = Files.writeString(folder.resolve("told"), WIDE.repeat(NARROW) + "\nthe rest\n");
        String shown = shownWhileHeld("stty cols " + NARROW + "; ", " told <'" + told + "'");
        assertThat(drawn(shown))
                .filteredOn(line -> line.startsWith(WIDE))
                .isNotEmpty()
                .allSatisfy(line -> {
                    int wide = line.length() - line.replace(WIDE, "").length();
                    assertThat(line.length() + wide).isBetween(NARROW - 2, NARROW - 1);
                    assertThat(line).containsPattern(WIDE + "\u2026  \\d.* s");
                });
    }

    @Test
    void aJobReadsItsRedirectedInputWhileTheTerminalIsDrawnOn() throws Exception {
        assumeScript();
        Path told = Files.writeString(folder.resolve("told"), "named so\nthe rest\n");
        String shown = shownWhileHeld("", " told <'" + told + "'; stty -a | tr ' ;' '\n'");
        assertThat(drawn(shown)).anyMatch(line -> line.startsWith("named so  "));
        assertThat(shown)
                .contains("told the rest", "SUCCEEDED")
                .as("the terminal is as it was")
                .containsPattern("(?m)^icanon\\s*$")
                .containsPattern("(?m)^echo\\s*$");
    }

    @Test
    void linesFitATerminalThatIsMadeSmaller() throws Exception {
        assumeScript();
        Path file = folder.resolve("go");
        Path out = folder.resolve("terminal");
        Path name = folder.resolve("name");
        Object[] arguments = heldArguments(file, "tty >'" + name + "'; stty cols 100; ", "");
        Process process = terminal().start(out, out, arguments);
        awaitText(process, out, "spilled");
        String tty = Files.readString(name, UTF_8).strip();
        Process stty =
                new ProcessBuilder("stty", "-F", tty, "cols", Integer.toString(NARROW)).start();
        assertThat(stty.waitFor()).isZero();
        await(
                process,
                out,
                shown ->
                        drawn(shown).stream()
                                .anyMatch(
                                        line -> line.startsWith("map ") && line.length() < NARROW));
        Files.createFile(file);
        assertThat(process.waitFor(5, TimeUnit.MINUTES)).isTrue();
        assertThat(process.exitValue()).as(Files.readString(out, UTF_8)).isZero();
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
        assertThat(new Launcher(folder).run("jar", "--nonsense", "x.jar").endedWith(2).err())
                .contains("--nonsense");
    }

    private static void assumeScript() {
        assumeTrue(
                Files.isExecutable(SCRIPT),
                "skipped: there is no " + SCRIPT + " (util-linux) here");
    }

    private Launcher terminal() {
        return new Launcher(folder, SCRIPT).with("TERM", "xterm").with("LC_ALL", "C.UTF-8");
    }

    /** What a terminal shows of a job that runs until its progress is there. */
    private String shownWhileHeld(String before, String after) throws Exception {
        Path file = folder.resolve("go");
        Path out = folder.resolve("terminal");
        Process process = terminal().start(out, out, heldArguments(file, before, after));
        awaitText(process, out, "records/s");
        Files.createFile(file);
        assertThat(process.waitFor(5, TimeUnit.MINUTES)).isTrue();
        String shown = Files.readString(out, UTF_8);
        assertThat(process.exitValue()).as(shown).isZero();
        return shown;
    }

    private Object[] heldArguments(Path file, String before, String after) throws IOException {
        Path jar = JobJars.runnable(folder, HoldsTasks.class);
        Object[] arguments = terminalArguments("jar", jar, input, output, file);
        arguments[1] = before + arguments[1] + after;
        return arguments;
    }

    /** The lines that were there while the job ran, without what is not seen of them. */
    private static List<String> drawn(String shown) {
        return DRAWING.matcher(shown)
                .results()
                .flatMap(drawing -> drawing.group(1).lines())
                .map(line -> line.replaceAll("\\033\\[[0-9;?]*[a-zA-Z]|\r", ""))
                .filter(line -> !line.isEmpty())
                .toList();
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
        Path launcher = Launched.script();
        return new Object[] {"-qec", launcher + " " + command, "/dev/null"};
    }

    private static void awaitText(Process process, Path out, String text) throws Exception {
        await(process, out, shown -> shown.contains(text));
    }

    private static void await(Process process, Path out, Predicate<String> expected)
            throws Exception {
        Instant deadline = Instant.now().plus(Duration.ofMinutes(2));
        while (!expected.test(Files.readString(out, UTF_8))) {
            assertThat(process.isAlive()).as(Files.readString(out, UTF_8)).isTrue();
            assertThat(Instant.now()).as(Files.readString(out, UTF_8)).isBefore(deadline);
            Thread.onSpinWait();
        }
    }
}
