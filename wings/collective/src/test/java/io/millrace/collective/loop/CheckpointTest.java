package io.millrace.collective.loop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.collective.data.Checkpoint;
import io.millrace.collective.data.DynamicData;
import io.millrace.collective.data.LoopState;
import io.millrace.collective.operation.NumberOperation;
import io.millrace.collective.step.Step;
import io.millrace.collective.testing.Loops;
import io.millrace.testing.Sampled;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.DoubleWritable;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.mapreduce.Job;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which loops go on from a checkpoint, and what others are told. */
@Sampled(oneIn = 3)
class CheckpointTest {

    /** More than the head of a checkpoint; of longer files, some are tried. */
    private static final int HEAD_BYTES = 30;

    private static final int SOME = 211;

    /** Iterations until the loop fails. */
    private static final AtomicInteger LEFT = new AtomicInteger();

    @TempDir Path folder;
    private Loops loops;
    private Path checkpoint;
    private DynamicData start = DynamicData.EMPTY;
    private Class<? extends LostWorkersTest.Weighted> mapper = Stopping.class;
    private final List<String> settings = new ArrayList<>();
    private int iterations = 6;

    @BeforeEach
    void makeInput() throws Exception {
        loops = new Loops(folder);
        checkpoint = folder.resolve("checkpoint");
        set("millrace.collective.checkpoint.every", "1");
        set("millrace.collective.checkpoint.path", checkpoint.toString());
        set("millrace.task.isolation", "none");
        set("mapreduce.map.maxattempts", "1");
        set("millrace.collective.gather.seconds", "1");
    }

    @AfterEach
    void nothingIsLeft() throws Exception {
        loops.assertNothingLeft();
    }

    private void set(String key, String value) {
        settings.add(key);
        settings.add(value);
    }

    /** Fails in an iteration of the test's choice. */
    public static class Stopping extends LostWorkersTest.Weighted {

        @Override
        protected void cleanup(Context context) throws IOException {
            int task = context.getTaskAttemptID().getTaskID().getId();
            if (task == 3 && LEFT.getAndDecrement() == 0) {
                throw new IOException("a fault of the test");
            }
        }
    }

    /** Another program. */
    public static final class Other extends Stopping {}

    private LoopState run() throws Exception {
        Job job = loops.job("millrace", settings.toArray(String[]::new));
        return IterativeJob.over(job)
                .startWith(start)
                .repeat(
                        Step.map(mapper, IntWritable.class, DoubleWritable.class)
                                .allReduce(NumberOperation.SUM))
                .atMost(iterations)
                .run();
    }

    /**
     * Leaves a checkpoint.
     *
     * @return of which iteration: the last or, where the worker that writes them was slower than
     *     the one that fails, the one before it
     */
    private int stopAfterThree() throws IOException {
        LEFT.set(3);
        assertThatThrownBy(this::run).hasMessageContaining("a fault of the test");
        LEFT.set(Integer.MAX_VALUE);
        Configuration conf = new Configuration();
        int reached =
                Checkpoint.read(conf, new org.apache.hadoop.fs.Path(checkpoint.toUri()))
                        .progress(conf)
                        .state()
                        .iteration();
        assertThat(reached).isBetween(2, 3);
        return reached;
    }

    private void assertRefusedFor(String... reasons) throws Exception {
        byte[] before = Files.readAllBytes(checkpoint);
        assertThatThrownBy(this::run)
                .isInstanceOf(IOException.class)
                .hasMessageContaining("the checkpoint " + checkpoint)
                .hasMessageContaining("Delete it to start again")
                .hasMessageContainingAll(reasons);
        assertThat(Files.readAllBytes(checkpoint)).isEqualTo(before);
        assertThat(Integer.MAX_VALUE - LEFT.get()).as("iterations run").isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"all-reduce", "none"})
    void theSameLoopGoesOnHoweverItRuns(String pattern) throws Exception {
        set("millrace.collective.pattern", pattern);
        int reached = stopAfterThree();
        iterations = 8;
        set("millrace.collective.workers", "2");
        set("millrace.memory.max", "64m");
        set("mapreduce.job.name", "again");
        set("mapreduce.map.maxattempts", "2");
        set("millrace.collective.checkpoint.every", "2");
        LoopState resumed = run();
        assertThat(Integer.MAX_VALUE - LEFT.get()).as("iterations run").isEqualTo(8 - reached);
        assertThat(checkpoint).doesNotExist();
        LoopState whole = run();
        assertThat(resumed.iteration()).isEqualTo(8);
        assertThat(Loops.text(resumed)).isEqualTo(Loops.text(whole));
    }

    /** What people change after a crash: resources, numbers, limits and places. */
    @Test
    void theSameLoopGoesOnWithOtherResources() throws Exception {
        set("mapreduce.map.java.opts", "-Xmx200m -XX:+UseSerialGC -Dfactor=3");
        set("millrace.exchange.tls", "true");
        int reached = stopAfterThree();
        set("mapreduce.map.java.opts", "-Xmx1g  -Dfactor=3");
        set("mapreduce.map.memory.mb", "2000");
        set("mapreduce.map.log.level", "DEBUG");
        set("mapreduce.task.io.sort.mb", "200");
        set("millrace.exchange.tls", "false");
        set("millrace.exchange.transport", "tcp");
        set("millrace.exchange.silence.seconds", "60");
        set("millrace.exchange.ports", "20000-30000");
        set("millrace.workers", "1");
        set("millrace.workers.deaths", "20");
        set("millrace.map.threads", "4");
        set("millrace.input.cache", "false");
        set("millrace.task.log.dir", folder.resolve("logs").toString());
        set("yarn.app.mapreduce.am.resource.mb", "3000");
        assertThat(run().iteration()).isEqualTo(6);
        assertThat(Integer.MAX_VALUE - LEFT.get()).as("iterations run").isEqualTo(6 - reached);
    }

    @Test
    void anotherPropertyOfTheJvmIsRefused() throws Exception {
        set("mapreduce.map.java.opts", "-Xmx200m -Dfactor=3");
        stopAfterThree();
        set("mapreduce.map.java.opts", "-Xmx200m -Dfactor=4");
        assertRefusedFor("the configuration (step 1: mapreduce.map.java.opts)");
    }

    @Test
    void anotherOrderOfSumsIsRefused() throws Exception {
        stopAfterThree();
        set("millrace.collective.order", "any");
        assertRefusedFor("the configuration (step 1: millrace.collective.order)");
    }

    /** A process may be killed, or a disk full, after any byte. */
    @Test
    void aTruncatedCheckpointIsAnErrorThatSaysWhatToDo() throws Exception {
        stopAfterThree();
        byte[] whole = Files.readAllBytes(checkpoint);
        Files.deleteIfExists(folder.resolve(".checkpoint.crc"));
        org.apache.hadoop.fs.Path path = new org.apache.hadoop.fs.Path(checkpoint.toUri());
        for (int length = 0; length < whole.length; length += length < HEAD_BYTES ? 1 : SOME) {
            Files.write(checkpoint, Arrays.copyOf(whole, length));
            assertThatThrownBy(() -> Checkpoint.read(new Configuration(), path))
                    .as("%d bytes", length)
                    .isExactlyInstanceOf(IOException.class)
                    .hasMessageContaining(checkpoint.toString())
                    .hasMessageContaining("delete it");
        }
    }

    @Test
    void fewerIterationsThanThereWereAreRefused() throws Exception {
        int reached = stopAfterThree();
        iterations = 1;
        assertThatThrownBy(this::run)
                .hasMessageContaining("is of iteration " + reached + ", but the loop ends after 1");
        assertThat(checkpoint).exists();
    }

    /** The one iteration of the loop writes no checkpoint, which would replace the file. */
    @Test
    void aLoopThatCompletesDeletesTheUnfinishedCheckpointOfAKilledProcess() throws Exception {
        Path unfinished = Files.writeString(folder.resolve("_checkpoint.unfinished"), "half");
        LEFT.set(Integer.MAX_VALUE);
        iterations = 1;
        run();
        assertThat(unfinished).doesNotExist();
    }

    @ParameterizedTest
    @ValueSource(strings = {"all-reduce", "none"})
    void anotherInputIsRefused(String pattern) throws Exception {
        set("millrace.collective.pattern", pattern);
        stopAfterThree();
        Path input = folder.resolve("input");
        Files.writeString(input, Files.readString(input) + "600\t1 2\n");
        assertRefusedFor("the input (", "input");
    }

    @Test
    void anInputThatWasWrittenAnewIsRefused() throws Exception {
        stopAfterThree();
        Path input = folder.resolve("input");
        Files.setLastModifiedTime(input, FileTime.fromMillis(1000));
        assertRefusedFor("the input (");
    }

    @Test
    void anotherFileBroughtWithTheJobIsRefused() throws Exception {
        Path brought = Files.writeString(folder.resolve("brought"), "one");
        set("mapreduce.job.cache.files", brought.toUri().toString());
        stopAfterThree();
        Files.writeString(brought, "one and two");
        assertRefusedFor("the input (", "brought");
    }

    @Test
    void anotherParameterIsRefusedAndNamed() throws Exception {
        set("my.factor", "3");
        stopAfterThree();
        set("my.factor", "4");
        assertRefusedFor("the configuration (step 1: my.factor)");
    }

    @Test
    void anotherOperationOrMapperIsRefused() throws Exception {
        stopAfterThree();
        mapper = Other.class;
        assertRefusedFor("the configuration (step 1: mapreduce.job.map.class)", "the program (");
    }

    @Test
    void anotherJarIsRefusedWhereverItLies() throws Exception {
        set("mapreduce.job.jar", jar("first.jar", "one").toString());
        stopAfterThree();
        set("mapreduce.job.jar", jar("second.jar", "another").toString());
        assertRefusedFor("the program (the job's jar)");
        set("mapreduce.job.jar", jar("third.jar", "one").toString());
        assertThat(run().iteration()).isEqualTo(6);
    }

    private Path jar(String name, String content) throws IOException {
        Path jar = folder.resolve(name);
        try (OutputStream file = Files.newOutputStream(jar);
                JarOutputStream out = new JarOutputStream(file)) {
            JarEntry entry = new JarEntry("content");
            entry.setTime(0);
            out.putNextEntry(entry);
            out.write(content.getBytes(StandardCharsets.UTF_8));
        }
        return jar;
    }

    @Test
    void anotherStartIsRefused() throws Exception {
        stopAfterThree();
        start = DynamicData.of(new IntWritable(0), new DoubleWritable(1));
        assertRefusedFor("the start (data)");
    }

    @Test
    void whatIsNoCheckpointIsRefused() throws Exception {
        Files.writeString(checkpoint, "something else");
        assertThatThrownBy(this::run).hasMessageContaining("is not a checkpoint of a loop");
    }
}
