package io.millrace.records.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.daemons.ClusterShape;
import io.millrace.daemons.HadoopCluster;
import io.millrace.records.index.IndexBuild;
import io.millrace.testing.Checkout;
import io.millrace.testing.ClassJar;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.avro.Schema;
import org.apache.avro.SchemaBuilder;
import org.apache.avro.file.DataFileWriter;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.generic.GenericRecordBuilder;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.SequenceFile;
import org.apache.hadoop.io.SequenceFile.CompressionType;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.thirdparty.protobuf.DescriptorProtos.FileDescriptorProto;
import org.apache.hadoop.thirdparty.protobuf.DescriptorProtos.FileDescriptorSet;
import org.apache.hadoop.thirdparty.protobuf.Descriptors.Descriptor;
import org.apache.hadoop.thirdparty.protobuf.Descriptors.FileDescriptor;
import org.apache.hadoop.thirdparty.protobuf.DynamicMessage;
import org.apache.hadoop.thirdparty.protobuf.TextFormat;
import org.apache.hadoop.util.VersionInfo;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Jobs over decoded records with stock Hadoop's daemons and client, which have nothing of Millrace
 * but the jar that the job ships. Takes some minutes: {@code -Dmillrace.test.cluster=true}.
 */
@EnabledIfSystemProperty(named = "millrace.test.cluster", matches = "true")
class RecordsOnClusterIT {

    private static final int LINES = 20_000;
    private static final int LEAST = 990;

    @TempDir private static Path work;

    private static HadoopCluster cluster;
    private static Path hadoop;
    private static Path app;
    private static final Map<String, Long> EXPECTED = new TreeMap<>();

    @BeforeAll
    static void start() throws Exception {
        hadoop = Checkout.module("daemons").resolve("target/hadoop-" + VersionInfo.getVersion());
        cluster = HadoopCluster.start(ClusterShape.of(hadoop).forFaults());
        StringBuilder text = new StringBuilder();
        for (int line = 0; line < LINES; line++) {
            String key = key(line);
            int number = number(line);
            text.append(key).append('|').append(number).append('\n');
            if (number >= LEAST) {
                EXPECTED.merge(key, (long) number, Long::sum);
            }
        }
        write("/numbers.txt", text.toString());
        write("/numbers.schema", "column key text\ncolumn number int\n");
        app =
                ClassJar.make(
                        work.resolve("app.jar"),
                        SumByKey.class,
                        SumByKey.Pairs.class,
                        SumByKey.AvroPairs.class,
                        SumByKey.Messages.class,
                        SumByKey.Writables.class,
                        SumByKey.Kind.class);
    }

    private static String key(int line) {
        return "key" + line % 7;
    }

    private static int number(int line) {
        return (int) (line * 7919L % 1000);
    }

    private static void write(String path, String text) throws IOException {
        try (FSDataOutputStream out = cluster.files().create(new org.apache.hadoop.fs.Path(path))) {
            out.writeBytes(text);
        }
    }

    @AfterAll
    static void end() throws Exception {
        if (cluster != null) {
            cluster.close();
        }
    }

    /** The jar that a user puts into {@code -libjars}. */
    private static Path records() throws IOException {
        try (Stream<Path> files = Files.list(Path.of("target").toAbsolutePath())) {
            return files.filter(file -> file.toString().endsWith("-tasks.jar"))
                    .findFirst()
                    .orElseThrow();
        }
    }

    /**
     * {@code hadoop jar}, with the records' jar in {@code HADOOP_CLASSPATH}; returns its output.
     */
    private static String hadoopJar(Path jar, Class<?> main, Object... arguments) throws Exception {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(
                List.of(
                        "-cp",
                        String.join(
                                File.pathSeparator,
                                cluster.conf().toString(),
                                hadoop + "/*",
                                records().toString()),
                        "org.apache.hadoop.util.RunJar",
                        jar.toString(),
                        main.getName()));
        for (Object each : arguments) {
            command.add(each.toString());
        }
        Path printed = work.resolve("printed");
        Process process =
                new ProcessBuilder(command)
                        .redirectErrorStream(true)
                        .redirectOutput(printed.toFile())
                        .start();
        try {
            assertThat(process.waitFor(5, TimeUnit.MINUTES)).isTrue();
        } finally {
            process.destroyForcibly();
        }
        String output = Files.readString(printed);
        assertThat(process.exitValue()).as(output).isZero();
        return output;
    }

    private static String sum(String kind, String input, String output, String... options)
            throws Exception {
        List<Object> arguments = new ArrayList<>();
        arguments.addAll(
                List.of(
                        "-libjars",
                        records(),
                        "-D",
                        "millrace.records.schema.file=/numbers.schema",
                        "-D",
                        "millrace.records.where=number >= " + LEAST));
        arguments.addAll(List.of(options));
        arguments.addAll(List.of(kind, input, output));
        return hadoopJar(app, SumByKey.class, arguments.toArray());
    }

    private static void assertSums(String output) throws IOException {
        try (FSDataInputStream in =
                cluster.files().open(new org.apache.hadoop.fs.Path(output, "part-r-00000"))) {
            assertThat(new String(in.readAllBytes(), StandardCharsets.UTF_8).lines())
                    .containsExactlyElementsOf(
                            EXPECTED.entrySet().stream()
                                    .map(each -> each.getKey() + "\t" + each.getValue())
                                    .toList());
        }
    }

    @Test
    void aJobReadsDecodedText() throws Exception {
        assertThat(sum("text", "/numbers.txt", "/sums-of-text")).contains("Filtered records=");
        assertSums("/sums-of-text");
    }

    @Test
    void aJobReadsAvroWithASchemaOfItsOwn() throws Exception {
        Schema stored =
                SchemaBuilder.record("Pair")
                        .fields()
                        .requiredString("key")
                        .requiredInt("number")
                        .endRecord();
        try (FSDataOutputStream out =
                        cluster.files().create(new org.apache.hadoop.fs.Path("/numbers.avro"));
                DataFileWriter<GenericRecord> writer =
                        new DataFileWriter<GenericRecord>(new GenericDatumWriter<>(stored))
                                .create(stored, out)) {
            for (int line = 0; line < LINES; line++) {
                writer.append(
                        new GenericRecordBuilder(stored)
                                .set("key", key(line))
                                .set("number", number(line))
                                .build());
            }
        }
        // The key of Avro's own input format.
        String reader =
                "avro.schema.input.key={\"type\":\"record\",\"name\":\"Pair\",\"fields\":["
                        + "{\"name\":\"name\",\"type\":\"string\",\"aliases\":[\"key\"]},"
                        + "{\"name\":\"number\",\"type\":\"long\"}]}";
        assertThat(sum("avro", "/numbers.avro", "/sums-of-avro", "-D", reader))
                .contains("Filtered records=");
        assertSums("/sums-of-avro");
    }

    /** A class that the cluster does not have. */
    public static final class Pair implements Writable {

        private final String key;
        private final int number;

        Pair(String key, int number) {
            this.key = key;
            this.number = number;
        }

        @Override
        public void write(DataOutput out) throws IOException {
            Text.writeString(out, key);
            out.writeInt(number);
        }

        @Override
        public void readFields(DataInput in) {
            throw new UnsupportedOperationException("the job reads the bytes");
        }
    }

    @ParameterizedTest
    @EnumSource(CompressionType.class)
    void aJobReadsWritablesWithoutTheirClasses(CompressionType compression) throws Exception {
        String input = "/numbers-" + compression + ".seq";
        try (SequenceFile.Writer writer = sequence(input, compression, Pair.class)) {
            for (int line = 0; line < LINES; line++) {
                writer.append(NullWritable.get(), new Pair(key(line), number(line)));
            }
        }
        String output = "/sums-of-writables-" + compression;
        String fields = "millrace.records.writable.value=key text, number int";
        assertThat(sum("writable", input, output, "-D", fields)).contains("Filtered records=");
        assertSums(output);
    }

    @Test
    void aJobReadsMessages() throws Exception {
        FileDescriptorProto pair =
                TextFormat.parse(
                        """
                        name: "pair.proto" syntax: "proto3"
                        message_type { name: "Pair"
                          field { name: "key" number: 1 type: TYPE_STRING label: LABEL_OPTIONAL }
                          field { name: "number" number: 2 type: TYPE_INT32 label: LABEL_OPTIONAL }
                        }
                        """,
                        FileDescriptorProto.class);
        try (FSDataOutputStream out =
                cluster.files().create(new org.apache.hadoop.fs.Path("/pair.desc"))) {
            FileDescriptorSet.newBuilder().addFile(pair).build().writeTo(out);
        }
        Descriptor type =
                FileDescriptor.buildFrom(pair, new FileDescriptor[0]).findMessageTypeByName("Pair");
        try (SequenceFile.Writer writer =
                sequence("/numbers.messages", CompressionType.NONE, BytesWritable.class)) {
            for (int line = 0; line < LINES; line++) {
                DynamicMessage message =
                        DynamicMessage.newBuilder(type)
                                .setField(type.findFieldByName("key"), key(line))
                                .setField(type.findFieldByName("number"), number(line))
                                .build();
                writer.append(NullWritable.get(), new BytesWritable(message.toByteArray()));
            }
        }
        assertThat(
                        sum(
                                "proto",
                                "/numbers.messages",
                                "/sums-of-messages",
                                "-D",
                                "millrace.records.proto.form=sequence",
                                "-D",
                                "millrace.records.proto.descriptor=/pair.desc",
                                "-D",
                                "millrace.records.proto.message=Pair"))
                .contains("Filtered records=");
        assertSums("/sums-of-messages");
    }

    private static SequenceFile.Writer sequence(
            String path, CompressionType compression, Class<?> value) throws IOException {
        return SequenceFile.createWriter(
                cluster.files().getConf(),
                SequenceFile.Writer.file(
                        cluster.files().makeQualified(new org.apache.hadoop.fs.Path(path))),
                SequenceFile.Writer.compression(compression),
                SequenceFile.Writer.keyClass(NullWritable.class),
                SequenceFile.Writer.valueClass(value));
    }

    @ParameterizedTest
    @ValueSource(strings = {"none", "deflate", "lz4"})
    void aJobReadsAnIndexThatTheClusterHasBuilt(String codec) throws Exception {
        String index = "/index-" + codec;
        hadoopJar(
                records(),
                IndexBuild.class,
                "-D",
                "millrace.records.schema.file=/numbers.schema",
                "-D",
                "millrace.records.index.key=number",
                "-D",
                "millrace.records.index.sort=true",
                "-D",
                "millrace.records.paged.codec=" + codec,
                "-D",
                "millrace.records.paged.page.bytes=1k",
                "/numbers.txt",
                index);
        assertThat(sum("pages", index, "/sums-of-" + codec)).contains("Pages skipped=");
        assertSums("/sums-of-" + codec);
    }
}
