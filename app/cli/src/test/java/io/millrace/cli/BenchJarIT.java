package io.millrace.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.testing.Launched;
import io.millrace.testing.Launched.Launcher;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.fs.FileUtil;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Measuring a user's own job. */
class BenchJarIT {

    private static final Path EXAMPLES =
            Launched.dist().resolve("lib/examples/hadoop-mapreduce-examples.jar");

    @TempDir Path folder;

    @Test
    void aJobOfTheUserIsMeasuredOnBothRunnersAndItsOutputIsFreeAfterwards() throws Exception {
        Path input = Files.writeString(folder.resolve("in.txt"), "to be or not to be\n");
        Path output = folder.resolve("output");
        Path csv = folder.resolve("figures.csv");
        Path page = folder.resolve("page.md");

        String out =
                out(
                        "bench",
                        "jar",
                        "--warmup",
                        "0",
                        "--runs",
                        "2",
                        "--csv",
                        csv,
                        "--markdown=" + page,
                        EXAMPLES,
                        "wordcount",
                        input,
                        output);

        assertThat(out)
                .containsPattern("\\| Hadoop's local runner \\| [0-9.]+ s ± [0-9.]+ s \\| ")
                .containsPattern("\\| Millrace \\| [0-9.]+ s ± [0-9.]+ s \\| ")
                .containsPattern("is [0-9.]+ ± [0-9.]+ times as fast as ")
                .contains("Both gave the same result: 1 jobs, 2 files.", "- command: `./millrace");
        assertThat(page).hasContent(out);
        assertThat(csv)
                .content()
                .startsWith("row,runs,mean,stddev,median,min,max,")
                .containsPattern("\nlocal,2,[0-9.]+,[0-9.]+,")
                .containsPattern("\nmillrace,2,[0-9.]+,[0-9.]+,");
        assertThat(output).doesNotExist();
    }

    @Test
    void aRunOfAUsersJobThatFailsIsAnErrorThatNamesItsLog() throws Exception {
        Path missing = folder.resolve("missing");
        String complaint =
                run("bench", "jar", EXAMPLES, "wordcount", missing, "out").endedWith(1).err();
        assertThat(complaint)
                .contains("Hadoop's local runner ended with exit code 255:", "Input path does not");
        Path log = Path.of(complaint.strip().replaceFirst("(?s).*both streams, is ", ""));
        assertThat(log).content().contains(missing.toString());
        FileUtil.fullyDelete(log.getParent().getParent().toFile());
    }

    @Test
    void wrongUseOfBenchJarIsSaidBeforeAnyRun() throws Exception {
        assertThat(complaint("bench", "jar")).startsWith("millrace: no jar is named");
        assertThat(complaint("bench", "jar", "missing.jar"))
                .startsWith("millrace: missing.jar is not a file");
        assertThat(complaint("bench", "jar", "--runs", "1", EXAMPLES))
                .startsWith("millrace: --runs is 1;");
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
