package io.millrace.records.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.daemons.ClusterShape;
import io.millrace.daemons.HadoopCluster;
import io.millrace.records.index.IndexBuild;
import io.millrace.testing.ClassJar;
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
import org.apache.hadoop.util.VersionInfo;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
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
        hadoop =
                Path.of("../daemons/target/hadoop-" + VersionInfo.getVersion())
                        .toAbsolutePath()
                        .normalize();
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
                        SumByKey.AvroPairs.class);
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
