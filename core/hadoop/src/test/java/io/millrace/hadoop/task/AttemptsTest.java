package io.millrace.hadoop.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.hadoop.config.TaskKeys;
import io.millrace.hadoop.jobs.AttemptProbes;
import io.millrace.hadoop.jobs.NumberedWords;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapred.Counters;
import org.apache.hadoop.mapred.FileInputFormat;
import org.apache.hadoop.mapred.FileOutputFormat;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.MapTask;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.Partitioner;
import org.apache.hadoop.mapreduce.Reducer;
import org.apache.hadoop.mapreduce.TaskCounter;
import org.apache.hadoop.mapreduce.task.reduce.Shuffle;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("jdk")
class AttemptsTest {

    private static final long SEED = 20261121;

    /** Framework counters that are the same whoever runs the tasks. */
    private static final List<TaskCounter> EXACT =
            List.of(
                    TaskCounter.MAP_INPUT_RECORDS,
                    TaskCounter.MAP_OUTPUT_RECORDS,
                    TaskCounter.MAP_OUTPUT_BYTES,
                    TaskCounter.MAP_OUTPUT_MATERIALIZED_BYTES,
                    TaskCounter.SPLIT_RAW_BYTES,
                    TaskCounter.REDUCE_INPUT_GROUPS,
                    TaskCounter.REDUCE_INPUT_RECORDS,
                    TaskCounter.REDUCE_OUTPUT_RECORDS,
                    TaskCounter.REDUCE_SHUFFLE_BYTES,
                    TaskCounter.SHUFFLED_MAPS,
                    TaskCounter.MERGED_MAP_OUTPUTS);

    @TempDir Path directory;

    private Path input;

    @BeforeEach
    void writeInput() throws IOException {
        input = Files.createDirectories(directory.resolve("input"));
        Random random = new Random(SEED);
        for (int file = 0; file < 3; file++) {
            StringBuilder text = new StringBuilder();
            for (int line = 0; line < 500 + 300 * file; line++) {
                text.append("w")
                        .append(random.nextInt(40))
                        .append(" v")
                        .append(random.nextInt(1000))
                        .append('\n');
            }
            Files.writeString(input.resolve("in" + file), text);
        }
    }

    /** Jobs that are run by both runners. */
    enum Sample {
        NEW(NumberedWords::newApi),
        NEW_MAP_ONLY(conf -> {
            NumberedWords.newApi(conf);
            conf.setNumReduceTasks(0);
        }),
        OLD(NumberedWords::oldApi),
        OLD_MAP_ONLY(conf -> {
            NumberedWords.oldApi(conf);
            conf.setNumReduceTasks(0);
        }),
        OLD_MAPPER_NEW_REDUCER(conf -> {
            NumberedWords.newApi(conf);
            NumberedWords.oldApi(conf);
            conf.setUseNewReducer(true);
            conf.unset("mapred.reducer.class");
        }),
        NEW_MAPPER_OLD_REDUCER(conf -> {
            NumberedWords.oldApi(conf);
            NumberedWords.newApi(conf);
            conf.setUseNewReducer(false);
        }),
        NEW_GROUPING(conf -> {
            NumberedWords.newApi(conf);
            conf.setOutputValueGroupingComparator(NumberedWords.FirstByte.class);
        }),
        OLD_GROUPING(conf -> {
            NumberedWords.oldApi(conf);
            conf.setOutputValueGroupingComparator(NumberedWords.FirstByte.class);
        }),
        NEW_MARKING(conf -> {
            NumberedWords.newApi(conf);
            conf.setClass(
                    MRJobConfig.REDUCE_CLASS_ATTR,
                    NumberedWords.MarkingReducer.class,
                    Reducer.class);
        });

        @SuppressWarnings("ImmutableEnumChecker") // lambdas without state
        private final Consumer<JobConf> settings;

        Sample(Consumer<JobConf> settings) {
            this.settings = settings;
        }
    }

    @ParameterizedTest
    @EnumSource
    void fastRunnerEqualsHadoopsTasks(Sample sample) throws Exception {
        InlineJob fast = run("fast", sample.settings);
        InlineJob stock = InlineJob.stock(conf("stock", sample.settings), below("stock")).run();
        assertThat(fast.files()).isEqualTo(stock.files()).isNotEmpty();
        assertThat(exact(fast.counters())).isEqualTo(exact(stock.counters()));
        assertThat(fast.counters().getGroup("Seen")).isEqualTo(stock.counters().getGroup("Seen"));
    }

    @Test
    void bytesReadAreTheBytesOfTheInput() throws Exception {
        InlineJob job = run("out", NumberedWords::newApi);
        long bytes = 0;
        for (int file = 0; file < 3; file++) {
            bytes += Files.size(input.resolve("in" + file));
        }
        assertThat(
                        job.counters()
                                .findCounter(
                                        "org.apache.hadoop.mapreduce.lib.input.FileInputFormatCounter",
                                        "BYTES_READ")
                                .getValue())
                .isEqualTo(bytes);
        assertThat(job.counters().findCounter("FileSystemCounters", "FILE_BYTES_READ").getValue())
                .isGreaterThanOrEqualTo(bytes);
    }

    @Test
    void tasksSeeTheKeysThatHadoopPromises() throws Exception {
        InlineJob job =
                run(
                        "out",
                        conf -> {
                            NumberedWords.newApi(conf);
                            conf.setClass(
                                    MRJobConfig.MAP_CLASS_ATTR,
                                    AttemptProbes.ConfDump.class,
                                    Mapper.class);
                            conf.setNumReduceTasks(0);
                            conf.setMapOutputValueClass(Text.class);
                        });
        String text = String.join("\n", job.files().values());
        assertThat(text)
                .contains("mapred.task.id=attempt_1_0001_m_000000_0")
                .contains("mapreduce.task.id=task_1_0001_m_000000")
                .contains("mapreduce.task.ismap=true")
                .contains("mapred.task.partition=0")
                .contains("mapreduce.job.id=job_1_0001")
                .contains("map.input.file=file:" + input.resolve("in2"))
                .contains("mapreduce.task.output.dir=file:" + directory.resolve("out"))
                .contains("job.local.dir=" + directory.resolve("out-tmp").resolve("work"))
                .contains("app attempt=null");
    }

    @ParameterizedTest
    @ValueSource(strings = {"fast", "hadoop"})
    void sideFilesOfMapTasksAppearAfterCommit(String runner) throws Exception {
        InlineJob job =
                run(
                        "out",
                        conf -> {
                            NumberedWords.newApi(conf);
                            conf.set(TaskKeys.RUNNER.name(), runner);
                            conf.setClass(
                                    MRJobConfig.MAP_CLASS_ATTR,
                                    AttemptProbes.SideWriter.class,
                                    Mapper.class);
                        });
        assertThat(job.files()).containsKeys("side-m-00000", "side-m-00001", "side-m-00002");
    }

    @Test
    void failureNamesAttemptSplitAndRecordAndKeepsTheCause() {
        assertThatThrownBy(() ->
                        run(
                                "out",
                                conf -> {
                                    NumberedWords.newApi(conf);
                                    conf.setClass(
                                            MRJobConfig.MAP_CLASS_ATTR,
                                            AttemptProbes.FailingMapper.class,
                                            Mapper.class);
                                }))
                .hasMessageContaining("attempt_1_0001_m_000000_0")
                .hasMessageContaining("file:" + input.resolve("in2") + ":0+")
                .hasMessageContaining("record 7")
                .cause()
                .isExactlyInstanceOf(IllegalStateException.class)
                .hasMessage("on purpose")
                .hasNoCause();
    }

    @Test
    void failureLeavesNoFileThatLooksFinished() throws Exception {
        Consumer<JobConf> failing =
                conf -> {
                    NumberedWords.newApi(conf);
                    conf.setClass(
                            MRJobConfig.MAP_CLASS_ATTR,
                            AttemptProbes.FailingMapper.class,
                            Mapper.class);
                    conf.setNumReduceTasks(0);
                };
        assertThatThrownBy(() -> run("out", failing)).isInstanceOf(IOException.class);
        try (var files = Files.walk(directory.resolve("out"))) {
            assertThat(files.filter(Files::isRegularFile)).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(classes = {AttemptProbes.WrongKey.class, AttemptProbes.WrongValue.class})
    void wrongMapOutputClassesAreRefusedInHadoopsWords(Class<? extends Mapper<?, ?, ?, ?>> mapper) {
        String what = mapper == AttemptProbes.WrongKey.class ? "key" : "value";
        assertThatThrownBy(() ->
                        run(
                                "out",
                                conf -> {
                                    NumberedWords.newApi(conf);
                                    conf.setClass(MRJobConfig.MAP_CLASS_ATTR, mapper, Mapper.class);
                                }))
                .cause()
                .hasMessageMatching(
                        "Type mismatch in "
                                + what
                                + " from map: expected .*Writable|"
                                + "Type mismatch in "
                                + what
                                + " from map: expected .*, received .*LongWritable");
    }

    @Test
    void illegalPartitionIsRefusedInHadoopsWords() {
        assertThatThrownBy(() ->
                        run(
                                "out",
                                conf -> {
                                    NumberedWords.newApi(conf);
                                    conf.setClass(
                                            MRJobConfig.PARTITIONER_CLASS_ATTR,
                                            AttemptProbes.FarAway.class,
                                            Partitioner.class);
                                }))
                .cause()
                .hasMessageMatching("Illegal partition for \\w+ \\(7\\)");
    }

    @Test
    void partitionerIsNotMadeForOneReducer() throws Exception {
        int before = AttemptProbes.FarAway.MADE.get();
        run(
                "out",
                conf -> {
                    NumberedWords.newApi(conf);
                    conf.setNumReduceTasks(1);
                    conf.setClass(
                            MRJobConfig.PARTITIONER_CLASS_ATTR,
                            AttemptProbes.FarAway.class,
                            Partitioner.class);
                });
        assertThat(AttemptProbes.FarAway.MADE.get()).isEqualTo(before);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '=',
            value = {
                "map.sort.class=org.apache.hadoop.util.HeapSort",
                "mapreduce.job.map.output.collector.class=io.millrace.hadoop.task.AttemptsTest$OwnCollector",
                "mapreduce.job.reduce.shuffle.consumer.plugin.class=io.millrace.hadoop.task.AttemptsTest$OwnShuffle",
                "mapreduce.reduce.memory.totalbytes=50000000"
            })
    void aJobWithAPartOfHadoopsDataPathGetsAllOfIt(String key, String value) throws Exception {
        InlineJob fast = run("fast", NumberedWords::newApi);
        InlineJob hadoop =
                run(
                        "hadoop",
                        conf -> {
                            NumberedWords.newApi(conf);
                            conf.set(key, value);
                        });
        assertThat(keys(hadoop)).isEqualTo(keys(fast)).isNotEmpty();
        assertThat(exact(hadoop.counters())).isEqualTo(exact(fast.counters()));
        assertThat(hadoop.counters().findCounter(TaskCounter.SPILLED_RECORDS).getValue())
                .as("records that Hadoop's path wrote to files and read from them")
                .isEqualTo(
                        2
                                * hadoop.counters()
                                        .findCounter(TaskCounter.MAP_OUTPUT_RECORDS)
                                        .getValue());
    }

    /** Nobody but a job that names them makes these. */
    static final class OwnCollector<K, V> extends MapTask.MapOutputBuffer<K, V> {}

    static final class OwnShuffle<K, V> extends Shuffle<K, V> {}

    @ParameterizedTest
    @EnumSource(names = {"NEW", "OLD", "NEW_GROUPING", "OLD_MAPPER_NEW_REDUCER"})
    void hadoopsWholePathEqualsTheFastOne(Sample sample) throws Exception {
        InlineJob fast = run("fast", sample.settings);
        InlineJob hadoop =
                run(
                        "hadoop",
                        sample.settings.andThen(
                                conf -> conf.set(TaskKeys.RUNNER.name(), "hadoop")));
        assertThat(keys(hadoop)).isEqualTo(keys(fast)).isNotEmpty();
        assertThat(exact(hadoop.counters())).isEqualTo(exact(fast.counters()));
    }

    /** The first words: which of a key's values come next, Hadoop's sort leaves open. */
    private static Map<String, List<String>> keys(InlineJob job) throws Exception {
        Map<String, List<String>> keys = new TreeMap<>();
        job.files()
                .forEach((name, text) ->
                        keys.put(
                                name, text.lines().map(AttemptsTest::firstWord).sorted().toList()));
        return keys;
    }

    private static String firstWord(String line) {
        return line.substring(0, Math.max(0, line.indexOf('\t')));
    }

    private InlineJob run(String name, Consumer<JobConf> settings) throws Exception {
        return new InlineJob(conf(name, settings), below(name)).run();
    }

    private Path below(String name) {
        return directory.resolve(name + "-tmp");
    }

    private JobConf conf(String name, Consumer<JobConf> settings) {
        JobConf conf = new JobConf(AttemptsTest.class);
        conf.set("mapreduce.job.name", name);
        FileInputFormat.setInputPaths(conf, new org.apache.hadoop.fs.Path(input.toUri()));
        FileOutputFormat.setOutputPath(
                conf, new org.apache.hadoop.fs.Path(directory.resolve(name).toUri()));
        conf.setNumMapTasks(1);
        conf.setNumReduceTasks(3);
        settings.accept(conf);
        return conf;
    }

    private static Map<TaskCounter, Long> exact(Counters counters) {
        Map<TaskCounter, Long> values = new TreeMap<>();
        EXACT.forEach(counter -> values.put(counter, counters.findCounter(counter).getValue()));
        return values;
    }
}
