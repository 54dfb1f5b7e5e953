package io.millrace.hadoop.task;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.bytecode.rewrite.Rewrite;
import io.millrace.engine.plan.Choice;
import io.millrace.hadoop.plan.TaskPlan;
import io.millrace.hadoop.watch.QuickPath;
import io.millrace.testing.Sampled;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.apache.hadoop.conf.Configurable;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.SequenceFile;
import org.apache.hadoop.io.SequenceFile.CompressionType;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapred.FileInputFormat;
import org.apache.hadoop.mapred.FileOutputFormat;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.InputFormat;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.OutputFormat;
import org.apache.hadoop.mapreduce.Reducer;
import org.apache.hadoop.mapreduce.lib.input.NLineInputFormat;
import org.apache.hadoop.mapreduce.lib.input.SequenceFileInputFormat;
import org.apache.hadoop.mapreduce.lib.input.TextInputFormat;
import org.apache.hadoop.mapreduce.lib.output.SequenceFileOutputFormat;
import org.apache.hadoop.mapreduce.lib.output.TextOutputFormat;
import org.apache.hadoop.mapreduce.lib.reduce.IntSumReducer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a job's plan says is what its attempts do. */
@Sampled(oneIn = 3)
class PlanExecutedTest {

    private static final Pattern SOME =
            Pattern.compile("of (\\d+) splits examined, Hadoop's classes read (\\d+): .*");

    @TempDir Path directory;

    /** Jobs that read and write in all the ways that are decided about. */
    enum Case {
        TEXT("text", conf -> newApi(conf, TextInputFormat.class, LongWritable.class, Text.class)),
        OLD_TEXT("text", conf -> oldApi(conf, LongWritable.class, Text.class)),
        MAP_ONLY(
                "text",
                conf -> {
                    newApi(conf, TextInputFormat.class, LongWritable.class, Text.class);
                    conf.setNumReduceTasks(0);
                }),
        ZIPPED_TOO(
                "zipped",
                conf -> newApi(conf, TextInputFormat.class, LongWritable.class, Text.class)),
        OLD_ZIPPED_TOO("zipped", conf -> oldApi(conf, LongWritable.class, Text.class)),
        OTHER_FORMATS(
                "text",
                conf -> {
                    newApi(conf, NLineInputFormat.class, LongWritable.class, Text.class);
                    conf.setClass(
                            MRJobConfig.OUTPUT_FORMAT_CLASS_ATTR,
                            OwnText.class,
                            OutputFormat.class);
                }),
        SEQUENCES("sequences", conf -> sequences(conf)),
        COMPRESSED_OUTPUT(
                "sequences",
                conf -> {
                    sequences(conf);
                    conf.setBoolean(
                            org.apache.hadoop.mapreduce.lib.output.FileOutputFormat.COMPRESS, true);
                }),
        OLD_SEQUENCES(
                "sequences",
                conf -> {
                    oldApi(conf, Text.class, IntWritable.class);
                    conf.setInputFormat(org.apache.hadoop.mapred.SequenceFileInputFormat.class);
                    conf.setOutputFormat(org.apache.hadoop.mapred.SequenceFileOutputFormat.class);
                }),
        COMBINED(
                "sequences",
                conf -> {
                    sequences(conf);
                    conf.setClass(
                            MRJobConfig.COMBINE_CLASS_ATTR, IntSumReducer.class, Reducer.class);
                }),
        OWN_ORDER(
                "sequences",
                conf -> {
                    sequences(conf);
                    conf.setOutputKeyComparatorClass(Backward.class);
                });

        private final String input;

        @SuppressWarnings("ImmutableEnumChecker") // lambdas without state
        private final Consumer<JobConf> settings;

        Case(String input, Consumer<JobConf> settings) {
            this.input = input;
            this.settings = settings;
        }
    }

    /** A format that is not exactly Hadoop's. */
    public static final class OwnText extends TextOutputFormat<Object, Object> {}

    /** A comparator that is not known. */
    public static final class Backward extends Text.Comparator {
        @Override
        public int compare(byte[] left, int at, int length, byte[] right, int from, int count) {
            return super.compare(right, from, count, left, at, length);
        }
    }

    private static void newApi(
            JobConf conf, Class<?> format, Class<?> keyClass, Class<?> valueClass) {
        conf.setUseNewMapper(true);
        conf.setUseNewReducer(true);
        conf.setClass(MRJobConfig.INPUT_FORMAT_CLASS_ATTR, format, InputFormat.class);
        types(conf, keyClass, valueClass);
    }

    private static void oldApi(JobConf conf, Class<?> keyClass, Class<?> valueClass) {
        conf.setUseNewMapper(false);
        conf.setUseNewReducer(false);
        types(conf, keyClass, valueClass);
    }

    private static void types(JobConf conf, Class<?> keyClass, Class<?> valueClass) {
        conf.setOutputKeyClass(keyClass);
        conf.setOutputValueClass(valueClass);
    }

    private static void sequences(JobConf conf) {
        newApi(conf, SequenceFileInputFormat.class, Text.class, IntWritable.class);
        conf.setClass(
                MRJobConfig.OUTPUT_FORMAT_CLASS_ATTR,
                SequenceFileOutputFormat.class,
                OutputFormat.class);
    }

    @BeforeEach
    void writeInput() throws IOException {
        Path text = Files.createDirectories(directory.resolve("text"));
        Files.writeString(text.resolve("a"), "one\ntwo\n");
        Files.writeString(text.resolve("b"), "three\n");
        Path zipped = Files.createDirectories(directory.resolve("zipped"));
        Files.writeString(zipped.resolve("a"), "one\ntwo\n");
        try (OutputStream out =
                new GZIPOutputStream(Files.newOutputStream(zipped.resolve("b.gz")))) {
            out.write('x');
        }
        Path sequences = Files.createDirectories(directory.resolve("sequences"));
        for (CompressionType type : List.of(CompressionType.NONE, CompressionType.BLOCK)) {
            try (SequenceFile.Writer writer =
                    SequenceFile.createWriter(
                            new Configuration(),
                            SequenceFile.Writer.file(path(sequences.resolve("of" + type))),
                            SequenceFile.Writer.keyClass(Text.class),
                            SequenceFile.Writer.valueClass(IntWritable.class),
                            SequenceFile.Writer.compression(type))) {
                writer.append(new Text("a"), new IntWritable(1));
                writer.append(new Text("b"), new IntWritable(2));
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void attemptsDoWhatThePlanSays(Case job) throws Exception {
        check(run(job, "all", conf -> {}));
        check(run(job, "none", conf -> conf.setBoolean(Rewrite.FAST_PATHS.name(), false)));
        for (Rewrite rewrite :
                List.of(
                        Rewrite.LINE_READ,
                        Rewrite.LINE_WRITE,
                        Rewrite.SEQUENCE_READ,
                        Rewrite.SEQUENCE_WRITE,
                        Rewrite.KEY_ORDER,
                        Rewrite.COMBINER_KNOWN,
                        Rewrite.REDUCE_CONTEXT,
                        Rewrite.KNOWN_READ,
                        Rewrite.KNOWN_WRITE)) {
            check(run(job, rewrite.name(), conf -> conf.setBoolean(rewrite.key().name(), false)));
        }
    }

    @Test
    void theCasesDifferInWhatIsPlanned() throws Exception {
        assertThat(planned(run(Case.TEXT, "1", conf -> {}), "input.reader")).isEqualTo("quick");
        assertThat(planned(run(Case.ZIPPED_TOO, "2", conf -> {}), "input.reader"))
                .isEqualTo("quick for some");
        assertThat(planned(run(Case.OTHER_FORMATS, "3", conf -> {}), "output.writer"))
                .isEqualTo("Hadoop's");
        InlineJob combined = run(Case.COMBINED, "4", conf -> {});
        assertThat(planned(combined, "combiner.calls")).isEqualTo("in place");
        assertThat(planned(combined, "serialization")).isEqualTo("known");
        assertThat(planned(run(Case.OWN_ORDER, "5", conf -> {}), "key.order"))
                .isEqualTo("by comparator");
    }

    @Test
    void aJobOfManyKindsOfSplitsIsPlannedForAllOfThem() throws Exception {
        Path many = Files.createDirectories(directory.resolve("text"));
        for (int i = 0; i < 50; i++) {
            Files.writeString(many.resolve("c." + i), "line\n");
        }
        InlineJob job = run(Case.MAP_ONLY, "many", conf -> {});
        assertThat(planned(job, "input.reader")).isEqualTo("quick");
        assertThat(job.taken()).hasSize(52).allMatch(each -> each.get(QuickPath.READER));
    }

    /** Hadoop looks at settings of a reader when it makes one, which is after the mapper. */
    @Test
    void whatAMapperChangesBeforeTheReaderIsMadeCounts() throws Exception {
        Files.writeString(directory.resolve("text").resolve("a"), "1||2||3");
        Files.delete(directory.resolve("text").resolve("b"));
        InlineJob job =
                run(
                        Case.MAP_ONLY,
                        "changed",
                        conf ->
                                conf.setClass(
                                        MRJobConfig.MAP_CLASS_ATTR,
                                        Delimiting.class,
                                        Mapper.class));
        assertThat(planned(job, "input.reader")).isEqualTo("quick");
        assertThat(job.taken()).singleElement().matches(each -> !each.get(QuickPath.READER));
        assertThat(String.join("", job.files().values())).contains("0\t1\n3\t2\n6\t3\n");
    }

    /** Says how records end as soon as it is made. */
    public static final class Delimiting extends Mapper<LongWritable, Text, LongWritable, Text>
            implements Configurable {

        private Configuration conf = new Configuration(false);

        @Override
        public void setConf(Configuration own) {
            conf = own;
            conf.set("textinputformat.record.delimiter", "||");
        }

        @Override
        public Configuration getConf() {
            return conf;
        }
    }

    private static void check(InlineJob job) {
        List<Boolean> reads = taken(job, QuickPath.READER);
        List<Boolean> writes = taken(job, QuickPath.WRITER);
        TaskPlan plan = job.plan();
        String shown = plan.choices().toString();
        Choice<?> reader = choice(job, "input.reader");
        Matcher some = SOME.matcher(reader.reason());
        int quick =
                switch ((String) reader.value()) {
                    case "quick" -> reads.size();
                    case "Hadoop's" -> 0;
                    default -> {
                        assertThat(some.matches()).as(shown).isTrue();
                        yield Integer.parseInt(some.group(1)) - Integer.parseInt(some.group(2));
                    }
                };
        assertThat(reads).as(shown).isNotEmpty();
        assertThat(reads.stream().filter(each -> each)).as(shown).hasSize(quick);
        assertThat(writes)
                .as(shown)
                .isNotEmpty()
                .containsOnly(planned(job, "output.writer").equals("quick"));
        if (!planned(job, "key.order").equals("none")) {
            assertThat(job.newKeyOrder().prefixed())
                    .as(shown)
                    .isEqualTo(planned(job, "key.order").equals("by prefix"));
        }
        assertThat(job.accumulates())
                .as(shown)
                .isEqualTo(planned(job, "combiner.calls").equals("in place"));
    }

    private static List<Boolean> taken(InlineJob job, QuickPath path) {
        return job.taken().stream().flatMap(each -> Stream.ofNullable(each.get(path))).toList();
    }

    private static String planned(InlineJob job, String name) {
        return String.valueOf(choice(job, name).value());
    }

    private static Choice<?> choice(InlineJob job, String name) {
        return job.plan().choices().stream()
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private InlineJob run(Case job, String name, Consumer<JobConf> more) throws Exception {
        JobConf conf = new JobConf(PlanExecutedTest.class);
        FileInputFormat.setInputPaths(conf, path(directory.resolve(job.input)));
        FileOutputFormat.setOutputPath(conf, path(directory.resolve(name)));
        conf.setNumMapTasks(1);
        conf.setNumReduceTasks(2);
        job.settings.accept(conf);
        more.accept(conf);
        return new InlineJob(conf, directory.resolve(name + "-tmp")).run();
    }

    private static org.apache.hadoop.fs.Path path(Path local) {
        return new org.apache.hadoop.fs.Path(local.toUri());
    }
}
