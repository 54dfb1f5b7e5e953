package io.millrace.hadoop.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.millrace.engine.plan.EngineKeys;
import io.millrace.engine.plan.ShuffleKind;
import io.millrace.files.config.FileKeys;
import io.millrace.files.direct.DirectLocalFileSystem;
import io.millrace.hadoop.jobs.DamagingReducer;
import io.millrace.hadoop.jobs.DamagingReducer.Damage;
import io.millrace.hadoop.jobs.WordCounts;
import io.millrace.hadoop.testing.EngineSetup;
import io.millrace.hadoop.testing.EngineSetup.Memory;
import io.millrace.hadoop.testing.JobCase;
import io.millrace.hadoop.testing.NothingLeft;
import io.millrace.hadoop.testing.SameAsLocal;
import io.millrace.hadoop.testing.Trial;
import io.millrace.hadoop.testing.Workspace;
import io.millrace.testing.Sampled;
import io.millrace.testing.SmallDisk;
import java.io.IOException;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.JobStatus;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Local disks that are full or that lose data, with so little memory that they are needed. */
@Sampled(oneIn = 3)
final class DiskTest {
    private static final JobCase JOB = WordCounts.newApiWithoutCombiner();

    @ParameterizedTest
    @EnumSource(value = ShuffleKind.class, names = "AUTO", mode = EnumSource.Mode.EXCLUDE)
    void aFullDiskFailsTheJobAndSaysWhichDisk(ShuffleKind shuffle) throws Exception {
        Path disk = Workspace.directory("full-disk");
        assumeThat(SmallDisk.mount(disk, "256k"))
                .as("skipped: a small tmpfs cannot be mounted here, so no disk can be filled")
                .isTrue();
        try {
            EngineSetup tiny = EngineSetup.PLAIN.with(shuffle).with(Memory.TINY);
            Trial trial = Trial.over("full-disk", SameAsLocal.input(JOB), tiny);
            Trial.End end = trial.finish(newJob(trial, disk));
            assertThat(end.state()).as(end.everything()).isEqualTo(JobStatus.State.FAILED);
            assertThat(end.everything()).contains("No space left").contains(disk.toString());
            assertThat(end.files().names()).isEmpty();
            NothingLeft.check();
            assertNoRunBelow(disk);
            SameAsLocal.check(JOB, tiny);
        } finally {
            SmallDisk.unmount(disk);
        }
    }

    @ParameterizedTest(name = "written behind: {0}")
    @ValueSource(booleans = {true, false})
    void aFullDiskUnderTheOutputFailsTheJobAndLeavesNoOutput(boolean behind) throws Exception {
        Path disk = Workspace.directory("full-output-" + behind);
        assumeThat(SmallDisk.mount(disk, "1m"))
                .as("skipped: a small tmpfs cannot be mounted here, so no disk can be filled")
                .isTrue();
        try {
            Trial trial = Trial.over("full-output", SameAsLocal.input(JOB), EngineSetup.PLAIN);
            Job job = WordCounts.newJob(trial.jobRun(), 0);
            job.setMapperClass(Repeating.class);
            job.setMaxMapAttempts(2);
            Path output = disk.resolve("out");
            FileOutputFormat.setOutputPath(job, new org.apache.hadoop.fs.Path(output.toUri()));
            job.getConfiguration().set("fs.file.impl", DirectLocalFileSystem.class.getName());
            job.getConfiguration().setBoolean("fs.file.impl.disable.cache", true);
            job.getConfiguration().setBoolean(FileKeys.WRITE_BEHIND.name(), behind);
            Trial.End end = trial.finish(job);
            assertThat(end.state()).as(end.everything()).isEqualTo(JobStatus.State.FAILED);
            assertThat(end.everything()).contains("No space left");
            assertThat(Workspace.filesBelow(disk)).isEmpty();
            NothingLeft.check();
        } finally {
            SmallDisk.unmount(disk);
        }
    }

    /** Writes much more than the disk holds. */
    public static final class Repeating extends Mapper<Object, Text, Text, IntWritable> {
        private static final int TIMES = 2000;

        @Override
        protected void map(Object key, Text line, Context context)
                throws IOException, InterruptedException {
            for (int i = 0; i < TIMES; i++) {
                context.write(line, new IntWritable(i));
            }
        }
    }

    @ParameterizedTest(name = "{0} {1}")
    @MethodSource("damages")
    void aDamagedSpillFailsTheJobAndNamesTheFile(ShuffleKind shuffle, Damage damage)
            throws Exception {
        Path disk = Workspace.directory("damaged-disk");
        EngineSetup tiny = EngineSetup.PLAIN.with(shuffle).with(Memory.TINY);
        Trial trial = Trial.over("damaged-disk", SameAsLocal.input(JOB), tiny);
        Job job = newJob(trial, disk);
        job.setReducerClass(DamagingReducer.class);
        DamagingReducer.plan(job.getConfiguration(), disk, damage);
        Trial.End end = trial.finish(job);
        assertThat(end.state()).as(end.everything()).isEqualTo(JobStatus.State.FAILED);
        assertThat(end.everything())
                .contains(damage == Damage.ERASE ? "checksum" : "ends inside")
                .contains(disk.toString());
        assertThat(end.files().names()).doesNotContain("_SUCCESS");
        NothingLeft.check();
        assertNoRunBelow(disk);
        SameAsLocal.check(JOB, tiny);
    }

    private static void assertNoRunBelow(Path disk) {
        assertThat(Workspace.filesBelow(disk))
                .noneMatch(path -> !path.getFileName().toString().startsWith(".in-use"));
    }

    static Stream<Arguments> damages() {
        return Stream.of(ShuffleKind.PULL, ShuffleKind.PUSH, ShuffleKind.HYBRID)
                .flatMap(shuffle ->
                        Stream.of(Damage.values()).map(damage -> Arguments.of(shuffle, damage)));
    }

    private static Job newJob(Trial trial, Path disk) throws Exception {
        Job job = WordCounts.newJob(trial.jobRun(), 3);
        job.getConfiguration().unset("mapreduce.job.combine.class");
        job.getConfiguration().set(EngineKeys.SPILL_DIRECTORIES.name(), disk.toString());
        job.setMaxMapAttempts(2);
        job.setMaxReduceAttempts(2);
        return job;
    }
}
