package io.millrace.hadoop.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.hadoop.config.TaskKeys;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapred.Counters;
import org.apache.hadoop.mapred.FileInputFormat;
import org.apache.hadoop.mapred.FileOutputFormat;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.MapReduceBase;
import org.apache.hadoop.mapred.MapTask;
import org.apache.hadoop.mapred.OutputCollector;
import org.apache.hadoop.mapred.Reporter;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.MarkableIterator;
import org.apache.hadoop.mapreduce.Partitioner;
import org.apache.hadoop.mapreduce.Reducer;
import org.apache.hadoop.mapreduce.TaskCounter;
import org.apache.hadoop.mapreduce.lib.input.FileSplit;
import org.apache.hadoop.mapreduce.lib.output.MultipleOutputs;
import org.apache.hadoop.mapreduce.lib.output.TextOutputFormat;
import org.apache.hadoop.mapreduce.task.reduce.Shuffle;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

@SuppressWarnings("SameNameButDifferent") // both contexts are called so
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
        NEW(AttemptsTest::newJob),
        NEW_MAP_ONLY(conf -> {
            newJob(conf);
            conf.setNumReduceTasks(0);
        }),
        OLD(AttemptsTest::oldJob),
        OLD_MAP_ONLY(conf -> {
            oldJob(conf);
            conf.setNumReduceTasks(0);
        }),
        OLD_MAPPER_NEW_REDUCER(conf -> {
            newJob(conf);
            oldJob(conf);
            conf.setUseNewReducer(true);
            conf.unset("mapred.reducer.class");
        }),
        NEW_MAPPER_OLD_REDUCER(conf -> {
            oldJob(conf);
            newJob(conf);
            conf.setUseNewReducer(false);
        }),
        NEW_GROUPING(conf -> {
            newJob(conf);
            conf.setOutputValueGroupingComparator(FirstByte.class);
        }),
        OLD_GROUPING(conf -> {
            oldJob(conf);
            conf.setOutputValueGroupingComparator(FirstByte.class);
        }),
        NEW_MARKING(conf -> {
            newJob(conf);
            conf.setClass(MRJobConfig.REDUCE_CLASS_ATTR, MarkingReducer.class, Reducer.class);
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
        InlineJob stock =
                run(
                        "stock",
                        sample.settings.andThen(conf -> conf.set(TaskKeys.RUNNER.name(), "stock")));
        assertThat(fast.files()).isEqualTo(stock.files()).isNotEmpty();
        assertThat(exact(fast.counters())).isEqualTo(exact(stock.counters()));
        assertThat(fast.counters().getGroup("Seen")).isEqualTo(stock.counters().getGroup("Seen"));
    }

    @Test
    void bytesReadAreTheBytesOfTheInput() throws Exception {
        InlineJob job = run("out", AttemptsTest::newJob);
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
                            newJob(conf);
                            conf.setClass(MRJobConfig.MAP_CLASS_ATTR, ConfDump.class, Mapper.class);
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
    @ValueSource(strings = {"fast", "stock"})
    void sideFilesOfMapTasksAppearAfterCommit(String runner) throws Exception {
        InlineJob job =
                run(
                        "out",
                        conf -> {
                            newJob(conf);
                            conf.set(TaskKeys.RUNNER.name(), runner);
                            conf.setClass(
                                    MRJobConfig.MAP_CLASS_ATTR, SideWriter.class, Mapper.class);
                        });
        assertThat(job.files()).containsKeys("side-m-00000", "side-m-00001", "side-m-00002");
    }

    @Test
    void failureNamesAttemptSplitAndRecordAndKeepsTheCause() {
        assertThatThrownBy(() ->
                        run(
                                "out",
                                conf -> {
                                    newJob(conf);
                                    conf.setClass(
                                            MRJobConfig.MAP_CLASS_ATTR,
                                            FailingMapper.class,
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
                    newJob(conf);
                    conf.setClass(MRJobConfig.MAP_CLASS_ATTR, FailingMapper.class, Mapper.class);
                    conf.setNumReduceTasks(0);
                };
        assertThatThrownBy(() -> run("out", failing)).isInstanceOf(IOException.class);
        try (var files = Files.walk(directory.resolve("out"))) {
            assertThat(files.filter(Files::isRegularFile)).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(classes = {WrongKey.class, WrongValue.class})
    void wrongMapOutputClassesAreRefusedInHadoopsWords(Class<? extends Mapper<?, ?, ?, ?>> mapper) {
        String what = mapper == WrongKey.class ? "key" : "value";
        assertThatThrownBy(() ->
                        run(
                                "out",
                                conf -> {
                                    newJob(conf);
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
                                    newJob(conf);
                                    conf.setClass(
                                            MRJobConfig.PARTITIONER_CLASS_ATTR,
                                            FarAway.class,
                                            Partitioner.class);
                                }))
                .cause()
                .hasMessageMatching("Illegal partition for \\w+ \\(7\\)");
    }

    @Test
    void partitionerIsNotMadeForOneReducer() throws Exception {
        int before = FarAway.MADE.get();
        run(
                "out",
                conf -> {
                    newJob(conf);
                    conf.setNumReduceTasks(1);
                    conf.setClass(
                            MRJobConfig.PARTITIONER_CLASS_ATTR, FarAway.class, Partitioner.class);
                });
        assertThat(FarAway.MADE.get()).isEqualTo(before);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '=',
            value = {
                "map.sort.class=org.apache.hadoop.util.HeapSort",
                "mapreduce.job.map.output.collector.class=io.millrace.hadoop.task.AttemptsTest$OwnCollector",
                "mapreduce.job.reduce.shuffle.consumer.plugin.class=io.millrace.hadoop.task.AttemptsTest$OwnShuffle",
                "mapreduce.map.combine.minspills=3",
                "mapreduce.reduce.memory.totalbytes=50000000"
            })
    void aJobWithAPartOfHadoopsDataPathGetsAllOfIt(String key, String value) throws Exception {
        InlineJob fast = run("fast", AttemptsTest::newJob);
        InlineJob hadoop =
                run(
                        "hadoop",
                        conf -> {
                            newJob(conf);
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
        JobConf conf = new JobConf(AttemptsTest.class);
        conf.set("mapreduce.job.name", name);
        FileInputFormat.setInputPaths(conf, new org.apache.hadoop.fs.Path(input.toUri()));
        FileOutputFormat.setOutputPath(
                conf, new org.apache.hadoop.fs.Path(directory.resolve(name).toUri()));
        conf.setNumMapTasks(1);
        conf.setNumReduceTasks(3);
        settings.accept(conf);
        return new InlineJob(conf, directory.resolve(name + "-tmp")).run();
    }

    private static Map<TaskCounter, Long> exact(Counters counters) {
        Map<TaskCounter, Long> values = new TreeMap<>();
        EXACT.forEach(counter -> values.put(counter, counters.findCounter(counter).getValue()));
        return values;
    }

    private static void newJob(JobConf conf) {
        conf.setUseNewMapper(true);
        conf.setUseNewReducer(true);
        conf.setClass(MRJobConfig.MAP_CLASS_ATTR, NewMapper.class, Mapper.class);
        conf.setClass(MRJobConfig.REDUCE_CLASS_ATTR, NewReducer.class, Reducer.class);
        types(conf);
    }

    private static void oldJob(JobConf conf) {
        conf.setUseNewMapper(false);
        conf.setUseNewReducer(false);
        conf.setMapperClass(OldMapper.class);
        conf.setReducerClass(OldReducer.class);
        types(conf);
    }

    private static void types(JobConf conf) {
        conf.setMapOutputKeyClass(Text.class);
        conf.setMapOutputValueClass(IntWritable.class);
        conf.setOutputKeyClass(Text.class);
        conf.setOutputValueClass(Text.class);
    }

    public static class NewMapper extends Mapper<LongWritable, Text, Text, IntWritable> {
        private final Text word = new Text();
        private final IntWritable number = new IntWritable();

        @Override
        protected void map(LongWritable key, Text value, Context context)
                throws IOException, InterruptedException {
            String[] parts = value.toString().split(" v", 2);
            word.set(parts[0]);
            number.set(Integer.parseInt(parts[1]));
            context.write(word, number);
            context.getCounter("Seen", "lines").increment(1);
        }

        @Override
        protected void cleanup(Context context) throws IOException, InterruptedException {
            context.write(
                    new Text("cleanup"),
                    new IntWritable(context.getTaskAttemptID().getTaskID().getId()));
        }
    }

    /** Shows the key in the middle of its values, and leaves some values unread. */
    public static class NewReducer extends Reducer<Text, IntWritable, Text, Text> {
        @Override
        protected void reduce(Text key, Iterable<IntWritable> values, Context context)
                throws IOException, InterruptedException {
            StringBuilder seen = new StringBuilder();
            int read = 0;
            for (IntWritable value : values) {
                seen.append(key).append('/').append(value).append(' ');
                if (++read == 20) {
                    break;
                }
            }
            context.getCounter("Seen", "groups").increment(1);
            context.write(key, new Text(seen.toString()));
        }
    }

    public static class MarkingReducer extends Reducer<Text, IntWritable, Text, Text> {
        @Override
        protected void reduce(Text key, Iterable<IntWritable> values, Context context)
                throws IOException, InterruptedException {
            MarkableIterator<IntWritable> marked = new MarkableIterator<>(values.iterator());
            StringBuilder seen = new StringBuilder();
            marked.mark();
            for (int i = 0; i < 5 && marked.hasNext(); i++) {
                seen.append(marked.next()).append(' ');
            }
            marked.reset();
            for (int i = 0; i < 9 && marked.hasNext(); i++) {
                seen.append(marked.next()).append(' ');
            }
            context.write(key, new Text(seen.toString()));
        }
    }

    public static class OldMapper extends MapReduceBase
            implements org.apache.hadoop.mapred.Mapper<LongWritable, Text, Text, IntWritable> {
        @Override
        public void map(
                LongWritable key,
                Text value,
                OutputCollector<Text, IntWritable> output,
                Reporter reporter)
                throws IOException {
            String[] parts = value.toString().split(" v", 2);
            output.collect(new Text(parts[0]), new IntWritable(Integer.parseInt(parts[1])));
            reporter.incrCounter("Seen", "lines", 1);
            reporter.setStatus(reporter.getInputSplit().toString());
        }
    }

    public static class OldReducer extends MapReduceBase
            implements org.apache.hadoop.mapred.Reducer<Text, IntWritable, Text, Text> {
        @Override
        public void reduce(
                Text key,
                Iterator<IntWritable> values,
                OutputCollector<Text, Text> output,
                Reporter reporter)
                throws IOException {
            StringBuilder seen = new StringBuilder();
            for (int read = 0; read < 20 && values.hasNext(); read++) {
                seen.append(values.next()).append('/').append(key).append(' ');
            }
            reporter.incrCounter("Seen", "groups", 1);
            output.collect(key, new Text(seen.toString()));
        }
    }

    /** Puts all words that start with the same two letters together. */
    public static class FirstByte extends Text.Comparator {
        @Override
        public int compare(
                byte[] left,
                int leftOffset,
                int leftLength,
                byte[] right,
                int rightOffset,
                int rightLength) {
            return Byte.compare(left[leftOffset + 2], right[rightOffset + 2]);
        }

        @Override
        @SuppressWarnings("rawtypes")
        public int compare(
                org.apache.hadoop.io.WritableComparable left,
                org.apache.hadoop.io.WritableComparable right) {
            return Byte.compare(((Text) left).getBytes()[1], ((Text) right).getBytes()[1]);
        }
    }

    public static class ConfDump extends Mapper<LongWritable, Text, Text, Text> {
        @Override
        protected void map(LongWritable key, Text value, Context context) {}

        @Override
        protected void cleanup(Context context) throws IOException, InterruptedException {
            List<String> keys =
                    new ArrayList<>(
                            List.of(
                                    "mapred.task.id",
                                    "mapreduce.task.id",
                                    "mapreduce.task.ismap",
                                    "mapred.task.partition",
                                    "mapreduce.job.id",
                                    "map.input.file",
                                    "mapreduce.task.output.dir",
                                    "job.local.dir"));
            for (String key : keys) {
                context.write(
                        new Text(key + "=" + context.getConfiguration().get(key)), new Text());
            }
            context.write(
                    new Text(
                            "app attempt="
                                    + context.getConfiguration()
                                            .get(MRJobConfig.APPLICATION_ATTEMPT_ID)),
                    new Text());
            if (((FileSplit) context.getInputSplit()).getLocations().length != 0) {
                throw new IOException("the split was not made anew");
            }
        }
    }

    public static class SideWriter extends Mapper<LongWritable, Text, Text, IntWritable> {
        private @Nullable MultipleOutputs<Text, IntWritable> outputs;

        @Override
        protected void setup(Context context) throws IOException, InterruptedException {
            MultipleOutputs.addNamedOutput(
                    Job.getInstance(),
                    "side",
                    TextOutputFormat.class,
                    Text.class,
                    IntWritable.class);
            MultipleOutputs<Text, IntWritable> opened = new MultipleOutputs<>(context);
            outputs = opened;
            opened.write(new Text("side"), new IntWritable(1), "side");
        }

        @Override
        protected void cleanup(Context context) throws IOException, InterruptedException {
            Objects.requireNonNull(outputs).close();
        }

        @Override
        protected void map(LongWritable key, Text value, Context context) {}
    }

    public static class FailingMapper extends Mapper<LongWritable, Text, Text, IntWritable> {
        private int calls;

        @Override
        protected void map(LongWritable key, Text value, Context context)
                throws IOException, InterruptedException {
            if (++calls == 7) {
                throw new IllegalStateException("on purpose");
            }
            context.write(value, new IntWritable(1));
        }
    }

    public static class WrongKey extends Mapper<LongWritable, Text, LongWritable, IntWritable> {
        @Override
        protected void map(LongWritable key, Text value, Context context)
                throws IOException, InterruptedException {
            context.write(key, new IntWritable(1));
        }
    }

    public static class WrongValue extends Mapper<LongWritable, Text, Text, LongWritable> {
        @Override
        protected void map(LongWritable key, Text value, Context context)
                throws IOException, InterruptedException {
            context.write(value, key);
        }
    }

    public static class FarAway extends Partitioner<Text, IntWritable> {
        static final AtomicInteger MADE = new AtomicInteger();

        public FarAway() {
            MADE.incrementAndGet();
        }

        @Override
        public int getPartition(Text key, IntWritable value, int partitions) {
            return 7;
        }
    }
}
