package io.millrace.hadoop.many;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.plan.ShuffleKind;
import io.millrace.hadoop.jobs.ShapeJobs;
import io.millrace.hadoop.testing.EngineSetup;
import io.millrace.hadoop.testing.EngineSetup.Memory;
import io.millrace.hadoop.testing.Trial;
import io.millrace.hadoop.testing.Workspace;
import io.millrace.testing.Sampled;
import io.millrace.testing.Soak;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.JobCounter;
import org.apache.hadoop.mapreduce.JobStatus.State;
import org.apache.hadoop.mapreduce.TaskCounter;
import org.apache.hadoop.mapreduce.TaskType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Jobs of very many tasks, and of any number of slots with too little memory. */
@Sampled(oneIn = 4)
final class ManyTasksTest {
    private static final int KEYS = 97;

    @Test
    void tenThousandSmallMaps() throws Exception {
        run("ten-thousand-maps", EngineSetup.PLAIN, 10_000, 2, 3, 0);
    }

    static Stream<ShuffleKind> shuffles() {
        return Soak.isOn()
                ? Stream.of(ShuffleKind.PULL, ShuffleKind.PUSH, ShuffleKind.HYBRID)
                : Stream.of(ShuffleKind.HYBRID);
    }

    @ParameterizedTest
    @MethodSource("shuffles")
    void aThousandReducers(ShuffleKind shuffle) throws Exception {
        run("thousand-reducers", EngineSetup.PLAIN.with(shuffle), 4, 5000, 1000, 0);
    }

    /** About ten times the memory, from one slot of each kind to 64. */
    @ParameterizedTest(name = "{0}, {1} slots")
    @CsvSource({"PULL,5", "PUSH,1", "PUSH,64", "HYBRID,5", "HYBRID,64"})
    void tenTimesTheMemoryWithAnyNumberOfSlots(ShuffleKind shuffle, int slots) throws Exception {
        EngineSetup setup = EngineSetup.PLAIN.with(Memory.TINY).with(shuffle);
        Job job = run("ten-times", setup, 65, 5000, 5, slots);
        assertThat(job.getCounters().findCounter(TaskCounter.SPILLED_RECORDS).getValue())
                .isGreaterThan(65 * 5000L);
    }

    private static Job run(
            String name, EngineSetup setup, int maps, int records, int reduces, int slots)
            throws Exception {
        Trial trial = Trial.over(name, Workspace.directory("no-input"), setup);
        Job job = ShapeJobs.newJob(trial.jobRun(), name, maps, records, reduces);
        if (slots > 0) {
            job.getConfiguration().setInt("millrace.map.threads", slots);
            job.getConfiguration().setInt("millrace.reduce.threads", slots);
            job.getConfiguration().setInt("millrace.sort.threads", Math.min(slots, 4));
            if (slots > 10) {
                // What so many slots need at least, in the smallest slabs that there are.
                job.getConfiguration().set("millrace.memory.slab.size", "4k");
                job.getConfiguration().set("millrace.memory.max", "2200k");
            }
        }
        Trial.End end = trial.finish(job);
        assertThat(end.state()).as(end.everything()).isEqualTo(State.SUCCEEDED);
        assertThat(job.getTaskReports(TaskType.MAP)).hasSize(maps);
        assertThat(job.getCounters().findCounter(JobCounter.TOTAL_LAUNCHED_REDUCES).getValue())
                .isEqualTo(reduces);
        long keys = 0;
        long values = 0;
        int parts = 0;
        for (Path path : Workspace.filesBelow(Path.of(trial.jobRun().output().toUri()))) {
            if (path.getFileName().toString().startsWith("part-r-")) {
                parts++;
                for (String line : Files.readAllLines(path)) {
                    keys++;
                    values += Long.parseLong(line.split("[\t ]", -1)[2]);
                }
            }
        }
        assertThat(parts).isEqualTo(reduces);
        assertThat(keys).isEqualTo(Math.min(KEYS, (long) maps * records));
        assertThat(values).isEqualTo((long) maps * records);
        return job;
    }
}
