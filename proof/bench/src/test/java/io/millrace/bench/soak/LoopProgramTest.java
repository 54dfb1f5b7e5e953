package io.millrace.bench.soak;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LoopProgramTest {

    @TempDir Path directory;

    @Test
    void aLoopWritesCheckpointsAndKnowsThePagesOfItsInput() throws Exception {
        Path input = Files.writeString(directory.resolve("input"), "0\t1.0\t1\n1\t1.0\t0\n");
        LoopProgram loop = LoopProgram.named("pagerank-loop").orElseThrow();
        SoakJob job = new SoakJob(Path.of("home"), loop, input, directory);
        assertThat(loop.command(List.of("-D", "a=b"), job, directory.resolve("out")))
                .startsWith("pagerank-loop", "-D", "a=b")
                .contains(
                        "pagerank.pages=2",
                        "millrace.collective.checkpoint.every=10",
                        "millrace.collective.checkpoint.path=" + directory + "/checkpoints/last")
                .endsWith(
                        "-iterations",
                        "200",
                        input.toUri().toString(),
                        directory.resolve("out").toUri().toString());
    }

    /** Its last setting counts. */
    @Test
    void aLoopOverTheOutputOfAJobHasNoCheckpoints() throws Exception {
        Path input = Files.writeString(directory.resolve("input"), "0\t1.0\t0\n");
        LoopProgram loop = LoopProgram.named("pagerank-gather").orElseThrow();
        SoakJob job = new SoakJob(Path.of("home"), loop, input, directory);
        assertThat(loop.command(List.of(), job, directory.resolve("out")))
                .startsWith("pagerank-loop")
                .containsSubsequence(
                        "millrace.collective.checkpoint.every=10",
                        "pagerank.form=in-links",
                        "millrace.collective.checkpoint.every=0");
    }

    @Test
    void workloadsAreNoLoops() {
        assertThat(LoopProgram.named("pagerank")).isEmpty();
    }
}
