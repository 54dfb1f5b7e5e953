package io.millrace.hadoop.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.hadoop.jobs.BadJobs;
import io.millrace.hadoop.jobs.WordCounts;
import io.millrace.hadoop.testing.EngineSetup;
import io.millrace.hadoop.testing.SameAsLocal;
import io.millrace.hadoop.testing.Trial;
import io.millrace.hadoop.testing.Workspace;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.GZIPOutputStream;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapred.FileAlreadyExistsException;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.JobStatus.State;
import org.apache.hadoop.mapreduce.lib.input.InvalidInputException;
import org.apache.hadoop.mapreduce.lib.input.SequenceFileInputFormat;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Input, output, classes and configuration that cannot be right: a clear error, and nothing is
 * lost.
 */
@Tag("jdk")
final class BadInputTest {
    @AfterEach
    void theEngineStaysUsable() throws Exception {
        SameAsLocal.check(WordCounts.small(), EngineSetup.PLAIN);
    }

    @Test
    void missingInputIsNamed() throws Exception {
        Path missing = Workspace.directory("bad").resolve("missing");
        Trial trial = Trial.over("missing", missing, EngineSetup.PLAIN);
        Job job = WordCounts.newJob(trial.jobRun(), 1);
        assertThatThrownBy(() -> trial.finish(job))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining(missing.toString());
        assertThat(Path.of(trial.jobRun().output().toUri())).doesNotExist();
    }

    @Test
    void existingOutputStaysAsItIs() throws Exception {
        Trial trial = small("existing");
        Path output = Files.createDirectories(Path.of(trial.jobRun().output().toUri()));
        Path file = Files.writeString(output.resolve("precious"), "keep me");
        Job job = WordCounts.newJob(trial.jobRun(), 1);
        assertThatThrownBy(() -> trial.finish(job))
                .isInstanceOf(FileAlreadyExistsException.class)
                .hasMessageContaining(output.toString());
        assertThat(file).hasContent("keep me");
        assertThat(Workspace.filesBelow(output)).containsExactly(file);
    }

    @Test
    void aSplitThatCannotBeReadIsNamed() throws Exception {
        Path input = Workspace.directory("vanishing");
        Path file = Files.writeString(input.resolve("here-today.txt"), "a line\n");
        Trial trial = Trial.over("vanishing", input, EngineSetup.PLAIN);
        Job job = WordCounts.newJob(trial.jobRun(), 1);
        job.setInputFormatClass(BadJobs.VanishingInput.class);
        failsNaming(trial, job, file.toString());
    }

    @Test
    void aTruncatedCompressedFileIsNamed() throws Exception {
        Path input = Workspace.directory("truncated");
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (OutputStream gzip = new GZIPOutputStream(bytes)) {
            for (int i = 0; i < 5000; i++) {
                gzip.write(("line " + i * 7919L % 10_007 + "\n").getBytes(StandardCharsets.UTF_8));
            }
        }
        Path file = input.resolve("half.gz");
        Files.write(file, Arrays.copyOf(bytes.toByteArray(), bytes.size() / 2));
        Trial trial = Trial.over("truncated", input, EngineSetup.PLAIN);
        failsNaming(trial, WordCounts.newJob(trial.jobRun(), 1), file.toString());
    }

    @Test
    void aFileOfAnotherFormatIsNamed() throws Exception {
        Path input = Workspace.directory("no-sequence-file");
        Path file =
                Files.writeString(
                        input.resolve("plain.txt"), "this is not a SequenceFile at all\n");
        Trial trial = Trial.over("no-sequence-file", input, EngineSetup.PLAIN);
        Job job = WordCounts.newJob(trial.jobRun(), 1);
        job.setInputFormatClass(SequenceFileInputFormat.class);
        failsNaming(trial, job, file.toString());
    }

    @Test
    void aPartitionThatDoesNotExistIsNamed() throws Exception {
        Trial trial = small("partition");
        Job job = WordCounts.newJob(trial.jobRun(), 3);
        job.setPartitionerClass(BadJobs.TooFar.class);
        failsNaming(trial, job, "Illegal partition for");
    }

    @Test
    void aValueOfAnotherClassIsNamed() throws Exception {
        Trial trial = small("value-class");
        Job job = WordCounts.newJob(trial.jobRun(), 1);
        job.setMapperClass(BadJobs.WrongValues.class);
        failsNaming(
                trial,
                job,
                "Type mismatch in value from map: expected org.apache.hadoop.io.IntWritable, received "
                        + Text.class.getName());
    }

    @Test
    void aKeyWithoutAnOrderIsNamed() throws Exception {
        Trial trial = small("no-order");
        Job job = WordCounts.newJob(trial.jobRun(), 1);
        job.setMapOutputKeyClass(BadJobs.Unordered.class);
        failsNaming(trial, job, BadJobs.Unordered.class.getName());
    }

    @Test
    void aWrongValueComesWithWhatIsAllowed() throws Exception {
        refused(
                "millrace.shuffle.kind",
                "teleport",
                "millrace.shuffle.kind is teleport; allowed: auto, pull, push, hybrid");
        refused(
                "millrace.sort.threads",
                "-1",
                "millrace.sort.threads is -1; allowed: auto, or 1 to 1024");
        refused(
                "millrace.fast.paths",
                "maybe",
                "millrace.fast.paths is maybe; allowed: true, false");
    }

    @Test
    void anUnknownKeyComesWithTheNearestKnownOne() throws Exception {
        refused("millrace.shuffel.kind", "push", "millrace.shuffle.kind");
    }

    @Test
    void tooLittleMemoryIsRefused() throws Exception {
        refused(
                "millrace.memory.max",
                "100k",
                "millrace.memory.max is 100k; allowed: auto, or at least 1 MB");
    }

    @Test
    void memoryOfFewerSlabsThanAJobNeedsIsEnoughOrRefused() throws Exception {
        Trial trial = small("few-slabs");
        Job job = WordCounts.newJob(trial.jobRun(), 5);
        job.getConfiguration().set("millrace.memory.max", "1m");
        job.getConfiguration().set("millrace.memory.slab.size", "1m");
        try {
            Trial.End end = trial.finish(job);
            if (end.state() == State.SUCCEEDED) {
                assertThat(end.files().lines("part-r-"))
                        .containsExactlyInAnyOrderElementsOf(
                                SameAsLocal.local(WordCounts.small()).files().lines("part-r-"));
            } else {
                assertThat(end.everything()).contains("millrace.memory.");
            }
        } catch (IOException refusal) {
            assertThat(refusal).hasMessageContaining("millrace.memory.");
        }
    }

    private static Trial small(String name) throws Exception {
        return Trial.over(name, SameAsLocal.input(WordCounts.small()), EngineSetup.PLAIN);
    }

    private static void failsNaming(Trial trial, Job job, String what) throws Exception {
        job.setMaxMapAttempts(2);
        Trial.End end = trial.finish(job);
        assertThat(end.state()).as(end.everything()).isEqualTo(State.FAILED);
        assertThat(end.everything()).contains(what);
        assertThat(end.failure()).as("failure of the job").contains(what);
        assertThat(end.files().names()).isEmpty();
    }

    private static void refused(String key, String value, String message) throws Exception {
        Trial trial = small("refused");
        Job job = WordCounts.newJob(trial.jobRun(), 1);
        job.getConfiguration().set(key, value);
        assertThatThrownBy(() -> trial.finish(job))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(key)
                .hasMessageContaining(message);
        assertThat(Path.of(trial.jobRun().output().toUri())).doesNotExist();
    }
}
