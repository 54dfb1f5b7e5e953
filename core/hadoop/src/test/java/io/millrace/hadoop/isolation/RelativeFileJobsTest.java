package io.millrace.hadoop.isolation;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.hadoop.client.ClientConf;
import io.millrace.hadoop.watch.KeepsTraces;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.Job;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tasks that write a file of one relative name do not write into each other's. */
@Tag("jdk")
class RelativeFileJobsTest {

    private static final int FILES = 4;

    @TempDir Path directory;

    @BeforeEach
    void makeInput() throws Exception {
        Path input = Files.createDirectory(directory.resolve("in"));
        for (int file = 0; file < FILES; file++) {
            Files.writeString(input.resolve("file" + file), ("of" + file + "\n").repeat(500));
        }
    }

    @AfterEach
    void deleteScratch() throws IOException {
        Files.deleteIfExists(Path.of("target/scratch-of-a-test.txt"));
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void theyTakeTurnsAndTheJobSaysWhy(boolean jar) throws Exception {
        JobConf conf = ClientConf.in(directory);
        conf.setInt("mapreduce.client.completion.pollinterval", 5);
        conf.setInt("millrace.map.threads", FILES);
        conf.setBoolean(KeepsTraces.KEY, true);
        Job job = ClientConf.mapOnly(conf, directory, Scratch.ScratchMapper.class);
        job.setOutputKeyClass(Text.class);
        job.setOutputValueClass(Text.class);
        if (jar) {
            JobJars.bring(job, directory, Scratch.class);
        }
        assertThat(job.waitForCompletion(false)).as(job.getStatus().getFailureInfo()).isTrue();
        assertThat(lines())
                .containsExactlyInAnyOrderElementsOf(
                        IntStream.range(0, FILES)
                                .mapToObj(file -> "lines\t" + ("of" + file + " ").repeat(500))
                                .toList());
        assertThat(job.getStatus().getSchedulingInfo()).contains("one task runs at a time");
        assertThat(KeepsTraces.of(job).planAdvice())
                .contains("one task at a time runs")
                .contains("target/scratch-of-a-test.txt")
                .contains("Scratch$ScratchMapper.setup");
    }

    private List<String> lines() throws IOException {
        try (Stream<Path> files = Files.list(directory.resolve("out"))) {
            return files.filter(file -> file.getFileName().toString().startsWith("part-"))
                    .map(RelativeFileJobsTest::read)
                    .toList();
        }
    }

    private static String read(Path file) {
        try {
            return Files.readString(file).strip() + " ";
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}
