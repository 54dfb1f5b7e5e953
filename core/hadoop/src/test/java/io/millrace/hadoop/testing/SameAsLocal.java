package io.millrace.hadoop.testing;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.files.config.FileKeys;
import io.millrace.files.direct.DirectLocalFileSystem;
import io.millrace.hadoop.testing.EngineSetup.Memory;
import io.millrace.testing.Seeds;
import io.millrace.verify.FinishedJob;
import io.millrace.verify.Outcome;
import io.millrace.verify.OutcomeComparison;
import io.millrace.verify.OutputTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.TaskCounter;

/**
 * Runs a case under Hadoop's local runner and under Millrace, in this JVM and over the same input,
 * and compares exit states, file names, file contents and counters. The local result of a case is
 * made once and serves the whole matrix.
 */
public final class SameAsLocal {
    private static final Map<String, Reference> REFERENCES = new ConcurrentHashMap<>();

    private SameAsLocal() {}

    /** What the local runner made of a case, and the input it was made from. */
    private record Reference(Path input, Path directory, Outcome outcome) {

        /** Another directory, whose path is as long: the lengths of splits are counted. */
        Path twin() {
            String name = directory.getFileName().toString().replace("-local-", "-twin--");
            return directory.resolveSibling(name);
        }
    }

    /**
     * Runs a case under Millrace in the given setup.
     *
     * @return what came out, for further claims
     * @throws AssertionError that lists what differs from the local runner's result
     */
    public static Outcome check(JobCase job, EngineSetup setup) throws Exception {
        return check(job, setup, Map.of());
    }

    /**
     * The same with further keys.
     *
     * @param settings only Millrace sees them
     */
    public static Outcome check(JobCase job, EngineSetup setup, Map<String, String> settings)
            throws Exception {
        Reference reference = reference(job);
        Path output = Workspace.directory(job.name() + "-millrace");
        JobConf conf = Framework.MILLRACE.newConf();
        setup.applyTo(conf);
        settings.forEach(conf::set);
        Outcome actual = run(job, conf, reference.input(), output);
        compare(job, setup, settings, reference, actual);
        Workspace.delete(output);
        return actual;
    }

    /**
     * The same with input and output in memory, where both stay. The input's path is as long as on
     * disk, since the lengths of splits are counted.
     */
    public static Outcome checkInMemory(JobCase job, EngineSetup setup) throws Exception {
        Reference reference = reference(job);
        JobConf conf = Framework.MILLRACE.newConf();
        setup.applyTo(conf);
        org.apache.hadoop.fs.Path onDisk = new org.apache.hadoop.fs.Path(reference.input().toUri());
        org.apache.hadoop.fs.Path input =
                new org.apache.hadoop.fs.Path("mem:/_" + onDisk.toUri().getPath().substring(1));
        org.apache.hadoop.fs.Path output = new org.apache.hadoop.fs.Path("mem:/out/" + job.name());
        FileSystem memory = input.getFileSystem(conf);
        memory.delete(input, true);
        memory.delete(output, true);
        memory.copyFromLocalFile(onDisk, input);
        JobRun run = new JobRun(conf, input, output);
        job.body().run(run);
        Outcome actual = new Outcome(run.finished(), OutputTree.read(output));
        compare(job, setup, Map.of(), reference, actual);
        return actual;
    }

    /**
     * The same with output directories that are kept in memory, in place of a directory on disk
     * where nothing appears. Deletes them, so that no record memory is held.
     */
    public static Outcome checkRedirected(JobCase job, EngineSetup setup) throws Exception {
        Reference reference = reference(job);
        JobConf conf = Framework.MILLRACE.newConf();
        setup.applyTo(conf);
        conf.set(FileKeys.REDIRECT.name(), "auto");
        conf.setClass("fs.file.impl", DirectLocalFileSystem.class, FileSystem.class);
        conf.setBoolean("fs.file.impl.disable.cache", true);
        Path directory = Files.createDirectories(reference.twin());
        org.apache.hadoop.fs.Path output =
                new org.apache.hadoop.fs.Path(directory.resolve("out").toUri());
        JobRun run =
                new JobRun(conf, new org.apache.hadoop.fs.Path(reference.input().toUri()), output);
        job.body().run(run);
        Outcome actual = new Outcome(run.finished(), OutputTree.read(output, conf));
        compare(job, setup, Map.of(), reference, actual);
        assertThat(Workspace.filesBelow(directory)).as("files on disk").isEmpty();
        output.getFileSystem(conf).delete(output, true);
        Workspace.delete(directory);
        return actual;
    }

    private static void compare(
            JobCase job,
            EngineSetup setup,
            Map<String, String> settings,
            Reference reference,
            Outcome actual)
            throws Exception {
        List<String> differences = new ArrayList<>();
        comparison(job)
                .differences(reference.outcome(), actual)
                .forEach(difference -> differences.add(difference.sentence()));
        differences.addAll(CounterNames.differences(reference.outcome(), actual));
        differences.removeIf(difference ->
                job.is(Trait.RECORDS_BEYOND_SORT_BUFFER)
                        && difference.contains(TaskCounter.MAP_OUTPUT_BYTES.name()));
        assertThat(differences)
                .as(
                        "%s under Millrace (%s %s) against Hadoop's local runner; %s",
                        job, setup, settings, Seeds.line())
                .isEmpty();
        if (job.is(Trait.SPILLS_WHEN_TINY) && setup.memory() == Memory.TINY) {
            assertThat(actual.total(TaskCounter.SPILLED_RECORDS))
                    .as("%s under Millrace (%s): SPILLED_RECORDS, as memory is tiny", job, setup)
                    .isPositive();
        }
    }

    private static OutcomeComparison comparison(JobCase job) {
        return new OutcomeComparison(
                job.agreement(),
                job.is(Trait.COMBINES),
                job.is(Trait.COMPRESSES_MAP_OUTPUT),
                List.of());
    }

    /** What the local runner makes of a case. */
    public static Outcome local(JobCase job) throws Exception {
        return reference(job).outcome();
    }

    /** The input of a case, in a directory that must not be written to. */
    public static Path input(JobCase job) throws Exception {
        return reference(job).input();
    }

    private static Reference reference(JobCase job) throws Exception {
        Reference known = REFERENCES.get(job.name());
        if (known != null) {
            return known;
        }
        Path input = writeInput(job);
        Path directory = Workspace.directory(job.name() + "-local");
        Outcome outcome = run(job, Framework.LOCAL.newConf(), input, directory);
        assertThat(outcome.jobs().stream().filter(FinishedJob::succeeded).count())
                .as("jobs of %s that succeed under Hadoop's local runner; %s", job, Seeds.line())
                .isPositive()
                .isEqualTo(outcome.jobs().size());
        Reference made = new Reference(input, directory, outcome);
        REFERENCES.put(job.name(), made);
        return made;
    }

    private static Path writeInput(JobCase job) throws IOException {
        Path input = Workspace.directory(job.name() + "-input");
        job.input().write(input, Seeds.random(job.name()));
        return input;
    }

    private static Outcome run(JobCase job, JobConf conf, Path input, Path directory)
            throws Exception {
        org.apache.hadoop.fs.Path output =
                new org.apache.hadoop.fs.Path(directory.resolve("out").toUri());
        JobRun run = new JobRun(conf, new org.apache.hadoop.fs.Path(input.toUri()), output);
        job.body().run(run);
        return new Outcome(run.finished(), OutputTree.read(output));
    }
}
