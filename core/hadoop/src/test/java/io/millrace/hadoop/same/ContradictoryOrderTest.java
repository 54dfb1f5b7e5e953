package io.millrace.hadoop.same;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.plan.ShuffleKind;
import io.millrace.hadoop.jobs.ShapeJobs;
import io.millrace.hadoop.testing.EngineSetup;
import io.millrace.hadoop.testing.EngineSetup.Memory;
import io.millrace.hadoop.testing.Trial;
import io.millrace.hadoop.testing.Workspace;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.WritableComparator;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.JobStatus.State;
import org.apache.hadoop.mapreduce.TaskCounter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A job whose comparator contradicts itself: it ends, and each record is reduced once. */
final class ContradictoryOrderTest {

    private static final int MAPS = 6;
    private static final int RECORDS = 9000;

    /** Says something else each time, but for equal keys. */
    public static final class Fickle extends WritableComparator {
        private int state = 1;

        public Fickle() {
            super(Text.class);
        }

        @Override
        public int compare(byte[] a, int aStart, int aLength, byte[] b, int bStart, int bLength) {
            state = state * 1_103_515_245 + 12_345;
            return compareBytes(a, aStart, aLength, b, bStart, bLength) == 0 ? 0 : state >> 16;
        }
    }

    @ParameterizedTest
    @EnumSource(value = ShuffleKind.class, names = "AUTO", mode = EnumSource.Mode.EXCLUDE)
    void eachRecordIsReducedOnce(ShuffleKind shuffle) throws Exception {
        Trial trial =
                Trial.over(
                        "fickle",
                        Workspace.directory("no-input"),
                        EngineSetup.PLAIN.with(shuffle).with(Memory.TINY));
        Job job = ShapeJobs.newJob(trial.jobRun(), "fickle", MAPS, RECORDS, 3);
        job.setSortComparatorClass(Fickle.class);
        Trial.End end = trial.finish(job);
        assertThat(end.state()).as(end.everything()).isEqualTo(State.SUCCEEDED);
        assertThat(end.counter(TaskCounter.SPILLED_RECORDS)).isPositive();
        long count = 0;
        long sum = 0;
        for (Path file : Workspace.filesBelow(Path.of(trial.jobRun().output().toUri()))) {
            if (file.getFileName().toString().startsWith("part-")) {
                for (String line : Files.readAllLines(file)) {
                    String[] sums = line.substring(line.indexOf('\t') + 1).split(" ", -1);
                    count += Long.parseLong(sums[0]);
                    sum += Long.parseLong(sums[1]);
                }
            }
        }
        assertThat(count).isEqualTo((long) MAPS * RECORDS);
        long splits = 1000L * RECORDS * (MAPS * (MAPS - 1) / 2);
        assertThat(sum).isEqualTo(splits + MAPS * (RECORDS * (RECORDS - 1L) / 2));
    }
}
