package io.millrace.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.cli.job.MarksTasks;
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

/** Past jobs of a user, from their runs to what is asked of them. */
@Sampled(oneIn = 4)
class HistoryIT {

    private static final Path EXAMPLES =
            Launched.dist().resolve("lib/examples/hadoop-mapreduce-examples.jar");

    @TempDir Path folder;

    private Path input;
    private Path kept;

    @BeforeEach
    void writeInput() throws IOException {
        input = Files.writeString(folder.resolve("input.txt"), "to be or not to be\n");
        kept = folder.resolve("state/millrace/history");
    }

    @Test
    void jobsOfTheLauncherAreKeptShownAndCompared() throws Exception {
        assertThat(run("history").succeeded().out()).isEqualTo("There are no past jobs.\n");
        wordCount("one", "my.password=open sesame");
        wordCount("two", "millrace.shuffle.kind=push");

        List<String> rows = run("history").succeeded().out().lines().toList();
        assertThat(rows).hasSize(3);
        assertThat(rows.get(1)).contains("SUCCEEDED", "word count > file:", "two");
        assertThat(rows.get(2)).contains("SUCCEEDED", "word count > file:", "one");
        String second = idIn(rows.get(1));
        String first = idIn(rows.get(2));

        assertThat(run("history", "diff", first, second).succeeded().out())
                .contains(
                        "A  " + first,
                        "The same job",
                        "wall clock",
                        "millrace.shuffle.kind  (default) -> push")
                .containsPattern("shuffle.kind +PULL -> PUSH +set by millrace.shuffle.kind")
                .doesNotContain("open sesame");
        assertThat(run("history", "show", "latest").succeeded().out())
                .contains("SUCCEEDED in", "how it was planned", "PUSH");
        Path page = folder.resolve("page.html");
        run("history", "show", first, "--html", page).succeeded();
        assertThat(page)
                .content()
                .startsWith("<!DOCTYPE html>")
                .contains("\"name\":\"word count\"")
                .doesNotContain("open sesame", "\"previous\":");
        run("history", "show", second, "--html", page).succeeded();
        assertThat(page).content().containsPattern("\"previous\":\\{\"job\":.*/one\"");

        run("history", "clear").succeeded();
        assertThat(run("history").succeeded().out()).isEqualTo("There are no past jobs.\n");
    }

    @Test
    void whoSaysNoOrNamesAnotherPlaceIsHeardAndADamagedOneIsSkipped() throws Exception {
        Path jar = JobJars.runnable(folder, MarksTasks.class);
        Path marks = Files.createDirectory(folder.resolve("marks"));
        run("jar", "--no-history", jar, input, folder.resolve("one"), marks).succeeded();
        assertThat(kept).doesNotExist();

        Path other = folder.resolve("other");
        run(
                        "jar",
                        jar,
                        "-D",
                        "millrace.history.dir=" + other,
                        "-D",
                        "marks.fail=true",
                        input,
                        folder.resolve("two"),
                        Files.createDirectory(folder.resolve("more")))
                .endedWith(1);
        assertThat(kept).doesNotExist();
        Files.writeString(other.resolve("20200101-000000-0000.json.gz"), "no gzip at all");
        Launched listed = run("history", "--dir", other).succeeded();
        assertThat(listed.out().lines()).hasSize(2).anyMatch(row -> row.contains("FAILED"));
        assertThat(listed.complaint())
                .contains("20200101-000000-0000.json.gz is damaged and left out");
        assertThat(run("history", "show", "20200101", "--dir", other).endedWith(2).complaint())
                .contains("the report of 20200101-000000-0000", "cannot be read");
        assertThat(run("history", "show", "1999", "--dir", other).endedWith(2).complaint())
                .contains("no past job's id begins with 1999");
    }

    @Test
    void aHistoryIsInTheUsersHomeWhereNoAbsoluteStateFolderIsNamed() throws Exception {
        Path home = folder.resolve("home");
        for (String state : List.of("", "relative/state")) {
            new Launcher(folder)
                    .with("XDG_STATE_HOME", state)
                    .with("HOME", home)
                    .run("jar", EXAMPLES, "pi", "1", "1")
                    .succeeded();
        }
        assertThat(
                        run("history", "--dir", home.resolve(".local/state/millrace/history"))
                                .succeeded()
                                .out()
                                .lines())
                .hasSize(3);
    }

    @Test
    void aHistoryThatCannotBeWrittenFailsNoJobAndWarnsOnce() throws Exception {
        Path file = Files.writeString(folder.resolve("file"), "where a directory should be");
        Launched run =
                new Launcher(folder)
                        .with("XDG_STATE_HOME", file)
                        .run("jar", EXAMPLES, "grep", input, folder.resolve("out"), "[a-z]+")
                        .succeeded();
        assertThat(
                        run.err()
                                .lines()
                                .filter(line -> line.contains("cannot add the job to the history")))
                .hasSize(1);
        try (Stream<Path> left = Files.list(folder)) {
            assertThat(left).noneMatch(path -> path.endsWith("state"));
        }
    }

    private static String idIn(String row) {
        return row.substring(0, row.indexOf(' '));
    }

    private void wordCount(String output, String setting) throws Exception {
        run("jar", EXAMPLES, "wordcount", "-D", setting, input, folder.resolve(output)).succeeded();
    }

    private Launched run(Object... arguments) throws Exception {
        return new Launcher(folder).run(arguments);
    }
}
