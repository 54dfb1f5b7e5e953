package io.millrace.cluster.reduce;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.cluster.MillraceShuffle;
import io.millrace.engine.plan.EngineKeys;
import io.millrace.testing.Await;
import io.millrace.testing.Sampled;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.compress.CompressionCodec;
import org.apache.hadoop.io.compress.DefaultCodec;
import org.apache.hadoop.io.compress.Lz4Codec;
import org.apache.hadoop.io.compress.SnappyCodec;
import org.apache.hadoop.io.compress.ZStandardCodec;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.Reducer;
import org.apache.hadoop.mapreduce.TaskCounter;
import org.apache.hadoop.util.NativeCodeLoader;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Jobs of Hadoop's local runner have the same output with the plug-in as without it. */
@Sampled(oneIn = 4)
class LocalJobsTest {

    /** Less than the map output of the jobs here. */
    private static final long LITTLE = 2_000_000;

    @TempDir static Path work;

    private static Path input;
    private static Path manyFiles;

    @BeforeAll
    static void writeText() throws IOException {
        Random random = new Random(11);
        input = text(work.resolve("in"), 12, 800, random);
        manyFiles = text(work.resolve("many"), 150, 4, random);
    }

    private static Path text(Path directory, int files, int lines, Random random)
            throws IOException {
        Files.createDirectories(directory);
        for (int file = 0; file < files; file++) {
            StringBuilder text = new StringBuilder();
            for (int line = 0; line < lines; line++) {
                for (int word = random.nextInt(12); word >= 0; word--) {
                    text.append((char) ('a' + random.nextInt(26)))
                            .append((int) (3000 * random.nextDouble() * random.nextDouble()))
                            .append(' ');
                }
                text.append(line % 400 == 7 ? "long".repeat(30_000) : "").append('\n');
            }
            Files.writeString(directory.resolve("text" + file), text);
        }
        Files.writeString(directory.resolve("empty"), "");
        return directory;
    }

    static Stream<Consumer<JobConf>> jobs() {
        return Stream.of(
                Jobs::newApi,
                Jobs::newApiWithCombiner,
                Jobs::oldApi,
                Jobs::oldApiWithCombiner,
                Jobs::secondarySort);
    }

    @ParameterizedTest
    @MethodSource("jobs")
    void outputIsTheSameWithAmpleMemory(Consumer<JobConf> job) throws IOException {
        assertSame(
                input,
                job.andThen(conf -> conf.setFloat(MRJobConfig.REDUCE_INPUT_BUFFER_PERCENT, 0.7f)));
    }

    @ParameterizedTest
    @MethodSource("jobs")
    void outputIsTheSameWhenTheReducerNeedsAllMemory(Consumer<JobConf> job) throws IOException {
        assertSame(input, job);
    }

    @ParameterizedTest
    @MethodSource("jobs")
    void outputIsTheSameWithLittleMemory(Consumer<JobConf> job) throws IOException {
        assertSame(input, job.andThen(LocalJobsTest::littleMemory));
    }

    @Test
    void outputIsTheSameWithHundredsOfMapTasks() throws IOException {
        assertSame(manyFiles, Jobs::newApi);
        assertSame(
                manyFiles,
                conf -> {
                    Jobs.newApi(conf);
                    littleMemory(conf);
                });
    }

    @Test
    void outputIsTheSameWithEachCodec() throws IOException {
        for (Class<? extends CompressionCodec> codec :
                List.of(DefaultCodec.class, Lz4Codec.class, SnappyCodec.class)) {
            Consumer<JobConf> job =
                    conf -> {
                        Jobs.newApi(conf);
                        conf.setCompressMapOutput(true);
                        conf.setMapOutputCompressorClass(codec);
                    };
            assertSame(input, job);
            assertSame(input, job.andThen(LocalJobsTest::littleMemory));
        }
    }

    /** Hadoop's codec needs its native library. Without it, both fail. */
    @Test
    void zstandardWorksWhereHadoopsCodecDoes() throws IOException {
        Consumer<JobConf> job =
                conf -> {
                    Jobs.newApi(conf);
                    conf.setCompressMapOutput(true);
                    conf.setMapOutputCompressorClass(ZStandardCodec.class);
                };
        if (NativeCodeLoader.isNativeCodeLoaded() && ZStandardCodec.isNativeCodeLoaded()) {
            assertSame(input, job);
        } else {
            assertThat(LocalJob.stock(work, input, job).successful()).isFalse();
            assertThat(LocalJob.withPlugIn(work, input, job).successful()).isFalse();
        }
    }

    @Test
    void outputIsTheSameIfIntermediateDataIsEncrypted() throws IOException {
        Consumer<JobConf> job =
                conf -> {
                    Jobs.newApi(conf);
                    conf.setBoolean(MRJobConfig.MR_ENCRYPTED_INTERMEDIATE_DATA, true);
                };
        assertSame(input, job);
        assertSame(input, job.andThen(LocalJobsTest::littleMemory));
    }

    @ParameterizedTest
    @MethodSource("jobs")
    void outputIsTheSameIfNothingFitsIntoMemory(Consumer<JobConf> job) throws IOException {
        assertSame(
                input,
                job.andThen(
                        conf -> conf.setFloat(MRJobConfig.SHUFFLE_MEMORY_LIMIT_PERCENT, 1e-6f)));
    }

    @Test
    void aPartialReducerDoesNotChangeTheOutput() throws IOException {
        for (Consumer<JobConf> memory :
                List.<Consumer<JobConf>>of(conf -> {}, LocalJobsTest::littleMemory)) {
            Consumer<JobConf> job = memory.andThen(Jobs::newApi);
            LocalJob theirs = LocalJob.stock(work, input, job);
            LocalJob ours =
                    LocalJob.millrace(
                            work,
                            input,
                            job.andThen(conf ->
                                    conf.set(
                                            "millrace.partial.reduce.class",
                                            Jobs.Sum.class.getName())));
            assertThat(ours.output()).isEqualTo(theirs.output());
        }
    }

    @Test
    void hadoopsMergeTakesOverWhenOursDeclines() throws IOException {
        String expected = LocalJob.stock(work, input, Jobs::newApi).output().toString();
        for (Consumer<JobConf> setting :
                List.<Consumer<JobConf>>of(
                        conf -> conf.set(EngineKeys.MERGE_FACTOR.name(), "few"),
                        conf -> conf.setLong(MRJobConfig.REDUCE_MEMORY_TOTAL_BYTES, 1000),
                        conf -> conf.set("millrace.partial.reduce.class", "no.such.Reducer"))) {
            try (LoggedLines lines = LoggedLines.of(MillraceShuffle.class)) {
                LocalJob ours = LocalJob.withPlugIn(work, input, setting.andThen(Jobs::newApi));
                assertThat(ours.output()).hasToString(expected);
                assertThat(lines.all())
                        .hasSize(2)
                        .allMatch(line -> line.startsWith("Millrace does not merge"));
            }
        }
    }

    @Test
    void littleMemorySpillsAndAmpleMemoryDoesNot() throws IOException {
        LocalJob little =
                LocalJob.millrace(
                        work,
                        input,
                        ((Consumer<JobConf>) Jobs::newApi).andThen(LocalJobsTest::littleMemory));
        LocalJob ample =
                LocalJob.millrace(
                        work,
                        input,
                        conf -> {
                            Jobs.newApi(conf);
                            conf.setFloat(MRJobConfig.REDUCE_INPUT_BUFFER_PERCENT, 0.7f);
                        });
        long mapped = ample.counter(TaskCounter.MAP_OUTPUT_RECORDS);
        assertThat(ample.counter(TaskCounter.SPILLED_RECORDS)).isEqualTo(mapped);
        assertThat(little.counter(TaskCounter.SPILLED_RECORDS)).isGreaterThan(mapped);
    }

    @Test
    void nothingIsLeftOnTheDisk() throws IOException {
        LocalJob.millrace(
                work,
                input,
                ((Consumer<JobConf>) Jobs::newApi).andThen(LocalJobsTest::littleMemory));
        assertNothingOnTheDisk();
    }

    /** Hadoop does not tell the plug-in that the reducer has failed. */
    @Test
    void aFailedReducerLeavesNothingBehind() throws Exception {
        LocalJob failed =
                LocalJob.millrace(
                        work,
                        input,
                        conf -> {
                            Jobs.newApi(conf);
                            littleMemory(conf);
                            conf.setClass(
                                    MRJobConfig.REDUCE_CLASS_ATTR,
                                    FailsReducing.class,
                                    Reducer.class);
                        });
        assertThat(failed.successful()).isFalse();
        assertNothingOnTheDisk();
        Await.until(
                "the engine of the task has ended",
                () -> {
                    System.gc();
                    return Thread.getAllStackTraces().keySet().stream()
                            .noneMatch(thread -> thread.getName().equals("millrace-sampler"));
                });
    }

    private static void assertNothingOnTheDisk() throws IOException {
        try (Stream<Path> files = Files.walk(work)) {
            assertThat(files.filter(file -> file.getFileName().toString().endsWith("_millrace")))
                    .isEmpty();
        }
    }

    static final class FailsReducing extends Jobs.Sum {
        private int groups;

        @Override
        protected void reduce(Text key, Iterable<LongWritable> values, Context context)
                throws IOException, InterruptedException {
            if (++groups == 50) {
                throw new IOException("fails in the middle");
            }
            super.reduce(key, values, context);
        }
    }

    private static void littleMemory(JobConf conf) {
        conf.setLong(MRJobConfig.REDUCE_MEMORY_TOTAL_BYTES, LITTLE);
    }

    private static void assertSame(Path from, Consumer<JobConf> job) throws IOException {
        LocalJob theirs = LocalJob.stock(work, from, job);
        LocalJob ours = LocalJob.millrace(work, from, job);
        assertThat(theirs.successful()).isTrue();
        assertThat(ours.successful()).isTrue();
        assertThat(ours.output()).isEqualTo(theirs.output());
        for (TaskCounter counter :
                List.of(
                        TaskCounter.REDUCE_INPUT_GROUPS,
                        TaskCounter.REDUCE_OUTPUT_RECORDS,
                        TaskCounter.SHUFFLED_MAPS,
                        TaskCounter.REDUCE_SHUFFLE_BYTES,
                        TaskCounter.MERGED_MAP_OUTPUTS)) {
            assertThat(ours.counter(counter)).as(counter.name()).isEqualTo(theirs.counter(counter));
        }
    }
}
