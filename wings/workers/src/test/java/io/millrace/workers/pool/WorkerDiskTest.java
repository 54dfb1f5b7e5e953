package io.millrace.workers.pool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.millrace.engine.plan.EngineKeys;
import io.millrace.hadoop.testing.NothingLeft;
import io.millrace.hadoop.testing.Workspace;
import io.millrace.testing.Await;
import io.millrace.testing.SmallDisk;
import io.millrace.workers.fork.ForkedJobs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.Reducer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * A disk that is full under the runs of one of two workers, with so little memory that all spill.
 */
@ExtendWith(NothingLeft.class)
final class WorkerDiskTest {

    private static final String VICTIM = "worker-1";
    private static final int TASKS = 4;
    private static final int KEYS = 500;

    /** Records of a task for each key. */
    private static final int TIMES = 40;

    @TempDir Path directory;

    private Path disk = Path.of("");

    /** Emits much more than its worker has memory for, once the disks are as they should be. */
    static final class Bulky extends Mapper<LongWritable, Text, Text, Text> {

        private static final Text VALUE = new Text("value ".repeat(20));

        @Override
        protected void setup(Context context) throws InterruptedException {
            Path mounted = Path.of(context.getConfiguration().get("test.mounted"));
            // The test is in another process, and tells by a file.
            Await.until("the disk is mounted", () -> Files.exists(mounted));
        }

        @Override
        protected void map(LongWritable at, Text line, Context context)
                throws IOException, InterruptedException {
            Text key = new Text();
            for (int i = 0; i < KEYS * TIMES; i++) {
                key.set("key" + i % KEYS);
                context.write(key, VALUE);
            }
        }
    }

    /** Counts values, and checks that they are whole. */
    static final class Counts extends Reducer<Text, Text, Text, LongWritable> {
        @Override
        protected void reduce(Text key, Iterable<Text> values, Context context)
                throws IOException, InterruptedException {
            long count = 0;
            for (Text value : values) {
                count += value.equals(Bulky.VALUE) ? 1 : 1_000_000;
            }
            context.write(key, new LongWritable(count));
        }
    }

    @AfterEach
    void unmount() throws InterruptedException {
        SmallDisk.unmount(disk);
        ForkedJobs.assertNoneLeft();
    }

    /** Begins a job whose mappers wait until the victim's directory is on a small disk. */
    private Job startOnSmallDisk() throws Exception {
        Path probe = Files.createDirectory(directory.resolve("probe"));
        assumeThat(SmallDisk.mount(probe, "256k"))
                .as("skipped: a small tmpfs cannot be mounted here, so no disk can be filled")
                .isTrue();
        SmallDisk.unmount(probe);
        JobConf conf = ForkedJobs.conf(directory);
        conf.unset("millrace.task.isolation");
        conf.setInt("millrace.workers", 2);
        conf.set(EngineKeys.MEMORY_MAX.name(), "2m");
        conf.set(EngineKeys.SLAB_SIZE.name(), "16k");
        Path spills = Files.createDirectory(directory.resolve("spills"));
        conf.set(EngineKeys.SPILL_DIRECTORIES.name(), spills.toString());
        Path mounted = directory.resolve("mounted");
        conf.set("test.mounted", mounted.toString());
        String[] lines = Stream.generate(() -> "line").limit(TASKS).toArray(String[]::new);
        Job job = ForkedJobs.mapOnly(conf, directory, Bulky.class, lines);
        job.setMapOutputValueClass(Text.class);
        job.setReducerClass(Counts.class);
        job.setNumReduceTasks(4);
        job.setOutputKeyClass(Text.class);
        job.setOutputValueClass(LongWritable.class);
        job.submit();
        disk = spillsOfVictim(spills);
        assertThat(SmallDisk.mount(disk, "256k")).isTrue();
        Files.createFile(mounted);
        return job;
    }

    private static Path spillsOfVictim(Path spills) throws Exception {
        AtomicReference<Path> found = new AtomicReference<>();
        Await.until(
                "the worker has a directory",
                () -> {
                    try (Stream<Path> all = Files.walk(spills)) {
                        Optional<Path> its =
                                all.filter(each -> each.toString().endsWith(VICTIM)).findFirst();
                        found.set(its.orElse(null));
                        return its.isPresent();
                    }
                });
        return found.get();
    }

    @Test
    void aDiskThatStaysFullFailsTheJobWhichNamesIt() throws Exception {
        Job job = startOnSmallDisk();
        assertThat(job.waitForCompletion(false)).isFalse();
        assertThat(job.getStatus().getFailureInfo() + ForkedJobs.failuresOf(job))
                .contains("No space left")
                .contains(disk.toString())
                .contains(EngineKeys.SPILL_DIRECTORIES.name());
        assertThat(directory.resolve("out")).isEmptyDirectory();
        assertThat(Workspace.filesBelow(disk)).isEmpty();
    }

    @Test
    void aDiskThatHasRoomAgainCostsAttemptsOnly() throws Exception {
        Job job = startOnSmallDisk();
        Await.until(
                "an attempt has failed",
                () -> job.isComplete() || !ForkedJobs.failures(job).isEmpty());
        assertThat(SmallDisk.resize(disk, "100m")).isTrue();
        assertThat(job.waitForCompletion(false)).as(ForkedJobs.failuresOf(job)).isTrue();
        assertThat(ForkedJobs.failures(job))
                .isNotEmpty()
                .allMatch(failure -> failure.contains(disk.toString()));
        List<String> counts =
                IntStream.range(0, KEYS)
                        .mapToObj(i -> "key" + i + "\t" + TASKS * TIMES)
                        .sorted()
                        .toList();
        assertThat(ForkedJobs.output(directory)).isEqualTo(counts);
        assertThat(Workspace.filesBelow(disk)).isEmpty();
    }
}
