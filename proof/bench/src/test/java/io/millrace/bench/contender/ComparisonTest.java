package io.millrace.bench.contender;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.bench.job.OutputForm;
import io.millrace.measure.Figures;
import io.millrace.measure.Row;
import io.millrace.measure.process.TimedProcess;
import io.millrace.workloads.Workload;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** With contenders that write a line, and a file that tells the turns. */
class ComparisonTest {

    @TempDir Path work;

    private final List<String> turns = new ArrayList<>();

    @Test
    void everyContenderRunsEachTurn() throws Exception {
        List<Row> entries = run(2, writes("one", "a"), writes("two", "a"));
        assertThat(turns).containsExactly("one", "two", "one", "two");
        assertThat(entries).allMatch(Row::measured);
        assertThat(entries).extracting(entry -> entry.runs().size()).containsExactly(2, 2);
    }

    @Test
    void outputThatDiffersGivesNoFigures() throws Exception {
        List<Row> entries = run(2, writes("one", "a"), writes("two", "b"), writes("three", "a"));
        assertThat(turns).containsExactly("one", "two", "three", "one", "three");
        assertThat(entries).extracting(Row::failed).containsExactly(false, true, false);
        assertThat(entries.get(1).measured()).isFalse();
        assertThat(entries.get(1).note())
                .isEqualTo(
                        "two wrote another part-r-00000 than the first run: they differ from byte 0 on");
    }

    @Test
    void otherNamesOfFilesGiveNoFigures() throws Exception {
        List<Row> entries =
                run(1, writes("one", "a"), scripted("two", OutputForm.HADOOP_FILES, "part", "a"));
        assertThat(entries.get(1).note())
                .isEqualTo("two wrote the files [part], and the first run [part-r-00000]");
    }

    @Test
    void linesMayBeDividedOtherwise() throws Exception {
        Contender split = scripted("two", OutputForm.LINES, "b/x", "b 2\n", "b/y", "a 1\n");
        assertThat(run(1, writes("one", "a 1\nb 2\n"), split)).allMatch(Row::measured);
        Contender less = scripted("two", OutputForm.LINES, "x", "b 2\n");
        assertThat(run(1, writes("one", "a 1\nb 2\n"), less).get(1).note())
                .isEqualTo("two wrote other lines than the first run: one is b 2, and was a 1");
        Contender more = scripted("two", OutputForm.LINES, "x", "a 1\nb 2\nc 3\n");
        assertThat(run(1, writes("one", "a 1\nb 2\n"), more).get(1).note())
                .isEqualTo("two wrote other lines than the first run: there are 3, and were 2");
    }

    @Test
    void theOrderOfBytesCountsWhereFilesAreOthers() throws Exception {
        Contender split = scripted("two", OutputForm.OTHER_FILES, "p0", "abc", "p1", "de");
        assertThat(run(1, writes("one", "abcde"), split)).allMatch(Row::measured);
        Contender turned = scripted("two", OutputForm.OTHER_FILES, "p0", "de", "p1", "abc");
        assertThat(run(1, writes("one", "abcde"), turned).get(1).note())
                .endsWith("they differ from byte 0 on");
    }

    @Test
    void onlyTheLastIterationIsHeldAgainstOtherPrograms() throws Exception {
        Contender iterates =
                scripted(
                        "one",
                        OutputForm.HADOOP_FILES,
                        "iteration-00/part-r-00000",
                        "start\n",
                        "iteration-01/part-r-00000",
                        "end\n",
                        "iteration-01/_SUCCESS",
                        "");
        Contender once = scripted("two", OutputForm.LINES, "part-00000", "end\n");
        assertThat(run(1, iterates, once)).allMatch(Row::measured);
    }

    @Test
    void whoeverCannotRunHereSaysWhyAndDoesNot() throws Exception {
        List<Row> entries = run(1, writes("one", "a"), scripted("absent", OutputForm.LINES));
        assertThat(turns).containsExactly("one");
        assertThat(entries.get(1).measured()).isFalse();
        assertThat(entries.get(1).failed()).isFalse();
        assertThat(entries.get(1).note()).isEqualTo("install it");
    }

    @Test
    void aProcessThatFailsShowsWhatItSaid() throws Exception {
        Contender fails =
                Contender.of(
                        "one",
                        "one",
                        (workload, input, own) ->
                                new Runner(
                                        OutputForm.LINES,
                                        output ->
                                                process("echo no room left; exit 4")
                                                        .run(work, List.of())));
        assertThat(run(2, fails).get(0).note())
                .isEqualTo("one ended with exit code 4:\nno room left");
    }

    private List<Row> run(int runs, Contender... contenders) throws Exception {
        return new Comparison(Workload.WORD_COUNT, work)
                .run(List.of(contenders), work.resolve("input"), runs);
    }

    private Contender writes(String word, String content) {
        return scripted(word, OutputForm.HADOOP_FILES, "part-r-00000", content);
    }

    private static TimedProcess process(String script) {
        return new TimedProcess("one", List.of("sh", "-c", script), java.util.Map.of());
    }

    /** Writes files: names and contents by turns; cannot run if there are none. */
    private Contender scripted(String word, OutputForm form, String... files) {
        return Contender.of(
                        word,
                        word,
                        (workload, input, own) ->
                                new Runner(form, output -> write(word, output, files)))
                .unless(workload ->
                        files.length == 0 ? Optional.of("install it") : Optional.empty());
    }

    private Figures write(String word, Path output, String... files) throws IOException {
        turns.add(word);
        for (int i = 0; i < files.length; i += 2) {
            Path file = output.resolve(files[i]);
            Files.createDirectories(file.getParent());
            Files.writeString(file, files[i + 1]);
        }
        return Figures.of(Figures.SECONDS, 1);
    }
}
