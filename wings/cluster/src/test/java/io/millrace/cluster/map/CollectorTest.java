package io.millrace.cluster.map;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.cluster.MillraceCollector;
import io.millrace.cluster.testing.LocalRun;
import io.millrace.cluster.testing.TextJobs;
import io.millrace.engine.plan.EngineKeys;
import io.millrace.testing.Sampled;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.compress.CompressionCodec;
import org.apache.hadoop.io.compress.DefaultCodec;
import org.apache.hadoop.io.compress.Lz4Codec;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.lib.IdentityMapper;
import org.apache.hadoop.mapred.lib.IdentityReducer;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.TaskCounter;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Map tasks of Hadoop's local runner leave the same output with the plug-in as without it. */
@Sampled(oneIn = 4)
class CollectorTest {

    /** Without Hadoop's collector after it, so that a task fails if this one declines. */
    private static final String PLUG_IN = MillraceCollector.class.getName();

    private static final String HADOOPS = "org.apache.hadoop.mapred.MapTask$MapOutputBuffer";

    /** Counters that do not depend on how a task's memory is divided. */
    private static final Set<TaskCounter> SAME =
            EnumSet.of(
                    TaskCounter.MAP_INPUT_RECORDS,
                    TaskCounter.MAP_OUTPUT_RECORDS,
                    TaskCounter.MAP_OUTPUT_BYTES,
                    TaskCounter.REDUCE_INPUT_GROUPS,
                    TaskCounter.REDUCE_OUTPUT_RECORDS);

    /** Counters that show how often a combiner was called. */
    private static final Set<TaskCounter> COMBINING =
            EnumSet.of(
                    TaskCounter.COMBINE_INPUT_RECORDS,
                    TaskCounter.COMBINE_OUTPUT_RECORDS,
                    TaskCounter.MAP_OUTPUT_MATERIALIZED_BYTES,
                    TaskCounter.REDUCE_INPUT_RECORDS,
                    TaskCounter.REDUCE_SHUFFLE_BYTES);

    @TempDir static Path work;

    private static Path input;

    @BeforeAll
    static void writeText() throws IOException {
        input = Files.createDirectory(work.resolve("in"));
        Random random = new Random(7);
        for (int file = 0; file < 3; file++) {
            StringBuilder text = new StringBuilder();
            for (int line = 0; line < 1500; line++) {
                for (int word = random.nextInt(12); word >= 0; word--) {
                    text.append("w")
                            .append((int) (2000 * random.nextDouble() * random.nextDouble()))
                            .append(' ');
                }
                text.append(line % 400 == 0 ? "long".repeat(20_000) : "").append('\n');
            }
            Files.writeString(input.resolve("text" + file), text);
        }
        Files.writeString(input.resolve("empty"), "");
    }

    static Stream<Consumer<JobConf>> jobs() {
        return Stream.of(
                TextJobs::newWordCount,
                TextJobs::threadedWordCount,
                TextJobs::index,
                TextJobs::combinedIndex,
                TextJobs::counted);
    }

    @ParameterizedTest
    @MethodSource("jobs")
    void outputIsTheSameWithAmpleMemory(Consumer<JobConf> job) throws IOException {
        assertSame(job);
    }

    @ParameterizedTest
    @MethodSource("jobs")
    void outputIsTheSameWhenRecordsAreSpilled(Consumer<JobConf> job) throws IOException {
        assertSame(job.andThen(conf -> conf.setInt(MRJobConfig.IO_SORT_MB, 1)));
    }

    /** A key that reads back as another one, and the same object as key and value. */
    @Test
    void recordsAreNotReadBack() throws IOException {
        assertSame(TextJobs::marks);
    }

    @Test
    void outputIsTheSameWithEachCodec() throws IOException {
        for (Class<? extends CompressionCodec> codec : Set.of(DefaultCodec.class, Lz4Codec.class)) {
            assertSame(conf -> {
                TextJobs.combinedIndex(conf);
                conf.setMapOutputCompressorClass(codec);
            });
        }
    }

    @Test
    void outputIsTheSameIfIntermediateDataIsEncrypted() throws IOException {
        assertSame(conf -> {
            TextJobs.index(conf);
            conf.setBoolean(MRJobConfig.MR_ENCRYPTED_INTERMEDIATE_DATA, true);
            conf.setInt(MRJobConfig.IO_SORT_MB, 1);
        });
    }

    @Test
    void outputIsTheSameWithManyPartitions() throws IOException {
        assertSame(conf -> {
            TextJobs.newWordCount(conf);
            conf.setNumReduceTasks(20);
        });
    }

    @Test
    void aRecordOfTheWrongTypeFailsTheTaskAsInHadoop() throws IOException {
        LocalRun run =
                ours(conf -> {
                    conf.setMapperClass(IdentityMapper.class);
                    conf.setReducerClass(IdentityReducer.class);
                    conf.setMapOutputKeyClass(Text.class);
                    conf.setMapOutputValueClass(Text.class);
                    conf.setNumReduceTasks(1);
                });
        assertThat(run.successful()).isFalse();
    }

    @Test
    void hadoopsCollectorTakesOverWhenOursDeclines() throws IOException {
        Consumer<JobConf> job =
                conf -> {
                    TextJobs.newWordCount(conf);
                    conf.set(EngineKeys.MERGE_FACTOR.name(), "few");
                };
        assertThat(ours(job).successful()).isFalse();
        LocalRun run =
                LocalRun.of(
                        work,
                        input,
                        job.andThen(conf ->
                                conf.set(
                                        MRJobConfig.MAP_OUTPUT_COLLECTOR_CLASS_ATTR,
                                        PLUG_IN + "," + HADOOPS)));
        assertThat(run.successful()).isTrue();
        assertThat(run.output())
                .isEqualTo(LocalRun.of(work, input, TextJobs::newWordCount).output());
    }

    @Test
    void nothingIsLeftOnTheDisk() throws IOException {
        LocalRun run =
                ours(conf -> {
                    TextJobs.index(conf);
                    conf.setInt(MRJobConfig.IO_SORT_MB, 1);
                });
        assertThat(run.successful()).isTrue();
        try (Stream<Path> files = Files.walk(work)) {
            assertThat(files.filter(file -> file.getFileName().toString().endsWith("_millrace")))
                    .isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 100})
    void combinersAreCalledAsOftenAsByHadoop(int minSpills) throws IOException {
        Consumer<JobConf> job =
                conf -> {
                    TextJobs.spillingIndex(conf);
                    conf.setInt(MRJobConfig.IO_SORT_MB, 1);
                    conf.setInt(MRJobConfig.MAP_COMBINE_MIN_SPILLS, minSpills);
                };
        LocalRun theirs = LocalRun.of(work, input, job);
        LocalRun ours = ours(job);
        assertSame(ours, theirs);
        for (TaskCounter counter : COMBINING) {
            assertThat(ours.counters().get(counter))
                    .as("%s", counter)
                    .isEqualTo(theirs.counters().get(counter));
        }
        assertThat(theirs.counters().get(TaskCounter.COMBINE_INPUT_RECORDS))
                .as("records combined, some of them twice if spills are combined again")
                .matches(count ->
                        count > theirs.counters().get(TaskCounter.MAP_OUTPUT_RECORDS)
                                == minSpills < 100);
    }

    private static void assertSame(Consumer<JobConf> job) throws IOException {
        assertSame(ours(job), LocalRun.of(work, input, job));
    }

    private static void assertSame(LocalRun ours, LocalRun theirs) {
        assertThat(theirs.successful()).isTrue();
        assertThat(ours.successful()).isTrue();
        assertThat(ours.output()).isEqualTo(theirs.output());
        assertThat(only(ours)).isEqualTo(only(theirs));
    }

    private static LocalRun ours(Consumer<JobConf> job) throws IOException {
        return LocalRun.of(
                work,
                input,
                job.andThen(
                        conf -> conf.set(MRJobConfig.MAP_OUTPUT_COLLECTOR_CLASS_ATTR, PLUG_IN)));
    }

    private static Map<TaskCounter, Long> only(LocalRun run) {
        Map<TaskCounter, Long> counters = new java.util.TreeMap<>(run.counters());
        counters.keySet().retainAll(SAME);
        return counters;
    }
}
