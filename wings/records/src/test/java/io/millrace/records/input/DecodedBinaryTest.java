package io.millrace.records.input;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.records.avro.AvroTwin;
import io.millrace.records.config.BinarySettings;
import io.millrace.records.config.JobPredicate;
import io.millrace.records.config.ProtoSettings;
import io.millrace.records.config.WritableSettings;
import io.millrace.records.proto.ProtoTwin;
import io.millrace.testing.Sampled;
import io.millrace.testing.Seeds;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.avro.SchemaBuilder;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericRecord;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.SequenceFile;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.hadoop.thirdparty.protobuf.DescriptorProtos.FileDescriptorProto;
import org.apache.hadoop.thirdparty.protobuf.DescriptorProtos.FileDescriptorSet;
import org.apache.hadoop.thirdparty.protobuf.Descriptors.Descriptor;
import org.apache.hadoop.thirdparty.protobuf.DynamicMessage;
import org.apache.hadoop.thirdparty.protobuf.TextFormat;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Jobs over binary records see each record once, with the values that were written. */
@Sampled(oneIn = 2)
class DecodedBinaryTest {

    private static final int RECORDS = 800;
    private static final int FILES = 4;
    private static final int FIRST_ID = -7;
    private static final int SPLIT_BYTES = 7_000;

    @TempDir private Path directory;
    private final Random random = Seeds.random("binary jobs");
    private final JobConf settings = new JobConf(false);
    private int jobs;
    private long filtered;

    @BeforeEach
    void createInput() throws IOException {
        Files.createDirectory(directory.resolve("in"));
    }

    @Test
    void jobsOfBothApisReadAvroOnTheLocalRunnerAndOnMillrace() throws Exception {
        org.apache.avro.Schema schema =
                SchemaBuilder.record("Visit")
                        .fields()
                        .requiredLong("id")
                        .optionalString("page")
                        .requiredDouble("revenue")
                        .endRecord();
        List<GenericRecord> records = new ArrayList<>();
        for (long i = 0; i < RECORDS; i++) {
            GenericRecord record = new GenericData.Record(schema);
            record.put("id", i);
            record.put("page", i % 3 == 0 ? null : "/page" + random.nextInt());
            record.put("revenue", random.nextDouble());
            records.add(record);
        }
        AvroTwin.write(
                directory.resolve("in/visits.avro").toFile(), schema, records, "null", random);
        List<String> columns = List.of("revenue", "page", "id");
        BinarySettings.setColumns(settings, columns.toArray(new String[0]));
        List<String> expected =
                AvroTwin.read(directory.resolve("in/visits.avro").toFile(), columns).stream()
                        .sorted()
                        .toList();
        assertThat(expected).hasSize(RECORDS);
        checkAll(DecodedAvro.class, io.millrace.records.old.DecodedAvro.class, expected);
        settings.set(JobPredicate.WHERE, "id >= 200 and revenue < 0.9");
        BinarySettings.setColumns(settings, "id");
        filtered = records.stream().filter(each -> !matches(each)).count();
        expected =
                records.stream()
                        .filter(DecodedBinaryTest::matches)
                        .map(each -> AvroTwin.shown(each, List.of("id")))
                        .sorted()
                        .toList();
        checkAll(DecodedAvro.class, io.millrace.records.old.DecodedAvro.class, expected);
    }

    private static boolean matches(GenericRecord visit) {
        return (long) visit.get("id") >= 200 && (double) visit.get("revenue") < 0.9;
    }

    @Test
    void jobsOfBothApisReadMessagesOnTheLocalRunnerAndOnMillrace() throws Exception {
        List<DynamicMessage> messages = messages();
        List<String> expected =
                messages.stream()
                        .map(each -> ProtoTwin.shown(each, List.of("id", "pages")))
                        .sorted()
                        .toList();
        settings.set(ProtoSettings.FORM, ProtoSettings.SEQUENCE);
        JobConf conf = new JobConf();
        try (SequenceFile.Writer writer =
                SequenceFile.createWriter(
                        conf,
                        SequenceFile.Writer.file(hadoopPath("in/sequence")),
                        SequenceFile.Writer.keyClass(NullWritable.class),
                        SequenceFile.Writer.valueClass(BytesWritable.class))) {
            for (DynamicMessage message : messages) {
                writer.append(NullWritable.get(), new BytesWritable(message.toByteArray()));
            }
        }
        checkAll(DecodedProto.class, io.millrace.records.old.DecodedProto.class, expected);
        settings.set(JobPredicate.WHERE, "id < 0 or id >= 300");
        filtered = 300;
        expected =
                IntStream.range(0, RECORDS)
                        .filter(i -> i + FIRST_ID < 0 || i + FIRST_ID >= 300)
                        .mapToObj(i -> ProtoTwin.shown(messages.get(i), List.of("id", "pages")))
                        .sorted()
                        .toList();
        checkAll(DecodedProto.class, io.millrace.records.old.DecodedProto.class, expected);
    }

    @Test
    void jobsOfBothApisReadWritablesOnTheLocalRunnerAndOnMillrace() throws Exception {
        List<String> expected = new ArrayList<>();
        // Hadoop does not split SequenceFiles of this size.
        for (int file = 0; file < FILES; file++) {
            try (SequenceFile.Writer writer =
                    SequenceFile.createWriter(
                            new JobConf(),
                            SequenceFile.Writer.file(hadoopPath("in/sequence" + file)),
                            SequenceFile.Writer.keyClass(Text.class),
                            SequenceFile.Writer.valueClass(LongWritable.class))) {
                for (long id = file; id < RECORDS; id += FILES) {
                    String page = "/page" + random.nextInt();
                    writer.append(new Text(page), new LongWritable(id));
                    if (id >= 300) {
                        expected.add(page + "|" + id);
                    }
                }
            }
        }
        WritableSettings.setKey(settings, "page text");
        WritableSettings.setValue(settings, "id long");
        settings.set(JobPredicate.WHERE, "id >= 300");
        filtered = 300;
        checkAll(
                DecodedWritable.class,
                io.millrace.records.old.DecodedWritable.class,
                expected.stream().sorted().toList());
    }

    @Test
    void aDelimitedFileIsOneSplit() throws Exception {
        List<DynamicMessage> messages = messages();
        try (OutputStream out = Files.newOutputStream(directory.resolve("in/delimited"))) {
            for (DynamicMessage message : messages) {
                message.writeDelimitedTo(out);
            }
        }
        List<String> expected =
                messages.stream()
                        .map(each -> ProtoTwin.shown(each, List.of("id", "pages")))
                        .toList();
        Class<?> old = io.millrace.records.old.DecodedProto.class;
        assertThat(outputs(newJob("millrace", DecodedProto.class))).containsExactly(expected);
        assertThat(outputs(oldJob("millrace", old))).containsExactly(expected);
    }

    @Test
    void mistakesFailTheSubmission() throws Exception {
        BinarySettings.setColumns(settings, "a", "a");
        assertThatThrownBy(() -> newJob("millrace", DecodedAvro.class).waitForCompletion(false))
                .hasMessageContaining("millrace.records.columns names a column twice: a, a.");
        assertThatThrownBy(() -> newJob("millrace", DecodedProto.class).waitForCompletion(false))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("millrace.records.proto.descriptor is not set");
        assertThatThrownBy(() -> newJob("millrace", DecodedWritable.class).waitForCompletion(false))
                .hasMessageContaining("neither millrace.records.writable.key nor");
    }

    private List<DynamicMessage> messages() throws IOException {
        FileDescriptorProto file =
                TextFormat.parse(
                        """
                        name: "visits.proto" package: "test" syntax: "proto3"
                        message_type {
                          name: "Visit"
                          field { name: "id" number: 1 type: TYPE_SINT64 label: LABEL_OPTIONAL }
                          field { name: "pages" number: 2 type: TYPE_STRING label: LABEL_REPEATED }
                        }
                        """,
                        FileDescriptorProto.class);
        Path descriptor = directory.resolve("visits.desc");
        Files.write(descriptor, FileDescriptorSet.newBuilder().addFile(file).build().toByteArray());
        ProtoSettings.set(settings, descriptor.toUri().toString(), "test.Visit");
        Descriptor type = ProtoTwin.type(file);
        List<DynamicMessage> messages = new ArrayList<>();
        for (int i = 0; i < RECORDS; i++) {
            DynamicMessage.Builder message = DynamicMessage.newBuilder(type);
            TextFormat.merge(
                    "id: %d pages: ['%d', 'b']".formatted(i + FIRST_ID, random.nextInt()), message);
            messages.add(message.build());
        }
        return messages;
    }

    private void checkAll(Class<?> format, Class<?> oldFormat, List<String> expected)
            throws Exception {
        for (String framework : new String[] {"local", "millrace"}) {
            check(newJob(framework, format), expected);
            check(oldJob(framework, oldFormat), expected);
        }
    }

    private void check(Job job, List<String> expected) throws Exception {
        List<List<String>> parts = outputs(job);
        assertThat(parts).hasSizeGreaterThan(2);
        assertThat(parts.stream().flatMap(List::stream).sorted().toList()).isEqualTo(expected);
        assertThat(job.getCounters().findCounter("Millrace records", "Filtered records").getValue())
                .isEqualTo(filtered);
    }

    @SuppressWarnings({"unchecked", "rawtypes"}) // the classes are parameters
    private Job newJob(String framework, Class format) throws IOException {
        Job job = Job.getInstance(conf(framework));
        job.setInputFormatClass(format);
        job.setMapperClass((Class) BinaryJobs.Printer.class);
        return withPaths(job);
    }

    @SuppressWarnings({"unchecked", "rawtypes"}) // the classes are parameters
    private Job oldJob(String framework, Class format) throws IOException {
        JobConf conf = conf(framework);
        conf.setInputFormat(format);
        conf.setMapperClass((Class) BinaryJobs.OldPrinter.class);
        return withPaths(Job.getInstance(conf));
    }

    private JobConf conf(String framework) {
        JobConf conf = new JobConf();
        conf.set("mapreduce.framework.name", framework);
        conf.set("fs.defaultFS", "file:///");
        conf.setInt("mapreduce.client.completion.pollinterval", 50);
        conf.set("hadoop.tmp.dir", directory.resolve("tmp").toString());
        conf.setLong(FileInputFormat.SPLIT_MAXSIZE, SPLIT_BYTES);
        // The old API cuts files by the block size: the local runner requests one split.
        conf.setLong("fs.local.block.size", SPLIT_BYTES);
        // Another test's file system may have another size.
        conf.setBoolean("fs.file.impl.disable.cache", true);
        conf.setNumReduceTasks(0);
        settings.forEach(setting -> conf.set(setting.getKey(), setting.getValue()));
        return conf;
    }

    private Job withPaths(Job job) throws IOException {
        job.setOutputKeyClass(Text.class);
        job.setOutputValueClass(NullWritable.class);
        FileInputFormat.setInputPaths(job, hadoopPath("in"));
        FileOutputFormat.setOutputPath(job, hadoopPath("out" + jobs++));
        return job;
    }

    private org.apache.hadoop.fs.Path hadoopPath(String name) {
        return new org.apache.hadoop.fs.Path(directory.resolve(name).toUri());
    }

    /** The lines of each part, after the job has run. */
    private static List<List<String>> outputs(Job job) throws Exception {
        assertThat(job.waitForCompletion(false)).isTrue();
        Path output = Path.of(FileOutputFormat.getOutputPath(job).toUri().getPath());
        List<List<String>> parts = new ArrayList<>();
        try (Stream<Path> files = Files.list(output)) {
            for (Path file :
                    files.filter(each -> each.getFileName().toString().startsWith("part"))
                            .sorted()
                            .toList()) {
                parts.add(Files.readAllLines(file, UTF_8));
            }
        }
        return parts;
    }
}
