package io.millrace.records.avro;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.records.binary.BadBinaryFileException;
import io.millrace.records.config.BinarySettings;
import io.millrace.records.text.BadFieldException;
import io.millrace.testing.Seeds;
import io.millrace.testing.Soak;
import java.io.File;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.apache.avro.Schema;
import org.apache.avro.SchemaBuilder;
import org.apache.avro.file.CodecFactory;
import org.apache.avro.file.DataFileWriter;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.generic.GenericRecordBuilder;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Decoded Avro records are those of Avro's own reader. */
@Tag("jdk")
class AvroScanTest {

    private static final int SCHEMAS = Soak.cases(60, 5_000);
    private static final int RECORDS = 40;
    private static final String[] CODECS = {"null", "null", "deflate", "snappy", "zstandard"};
    private static final Schema VISIT =
            SchemaBuilder.record("Visit")
                    .fields()
                    .requiredLong("id")
                    .name("place")
                    .type(
                            SchemaBuilder.record("Place")
                                    .fields()
                                    .requiredString("city")
                                    .optionalDouble("height")
                                    .endRecord())
                    .noDefault()
                    .requiredBoolean("paid")
                    .endRecord();

    @TempDir private java.nio.file.Path directory;
    private final Random random = Seeds.random("avro");
    private final Configuration conf = new Configuration();
    private File file;

    @BeforeEach
    void nameFile() {
        file = directory.resolve("records.avro").toFile();
    }

    @Test
    void columnsOfRandomRecordsAreThoseThatAvroReadsInWhicheverSplits() throws Exception {
        RandomAvro avro = new RandomAvro(random);
        int bad = 0;
        for (int i = 0; i < SCHEMAS; i++) {
            Schema schema = avro.schema();
            List<GenericRecord> records = new ArrayList<>();
            for (int j = random.nextInt(RECORDS); j >= 0; j--) {
                records.add(avro.next(schema));
            }
            AvroTwin.write(file, schema, records, CODECS[random.nextInt(CODECS.length)], random);
            conf.unset(BinarySettings.COLUMNS);
            List<String> all = columns();
            check(schema, records, all);
            List<String> some = new ArrayList<>(all);
            Collections.shuffle(some, random);
            some = some.subList(0, Math.min(some.size(), 1 + random.nextInt(4)));
            if (!some.isEmpty()) {
                BinarySettings.setColumns(conf, some.toArray(new String[0]));
                check(schema, records, some);
            }
            bad += (int) scan().stream().filter(each -> each.contains("BAD")).count();
        }
        assertThat(bad).isPositive();
    }

    private void check(Schema schema, List<GenericRecord> records, List<String> columns)
            throws IOException {
        List<String> expected =
                records.stream().map(record -> AvroTwin.shown(record, columns)).toList();
        assertThat(scan()).as("%s%n%s", schema, Seeds.line()).isEqualTo(expected);
        List<String> found = new ArrayList<>();
        long start = 0;
        while (start < file.length()) {
            long length = 1L + random.nextInt(800);
            found.addAll(scan(start, length));
            start += length;
        }
        assertThat(found).as("%s%n%s", schema, Seeds.line()).isEqualTo(expected);
    }

    @Test
    void aFileThatEndsWithinABlockIsReportedWhereverItEnds() throws Exception {
        writeVisits(20, "deflate");
        byte[] whole = Files.readAllBytes(file.toPath());
        int all = scan().size();
        int reported = 0;
        for (int length = 0; length < whole.length; length++) {
            Files.write(file.toPath(), Arrays.copyOf(whole, length));
            try {
                // The file may end after a block.
                assertThat(scan()).hasSizeLessThan(all);
            } catch (BadBinaryFileException e) {
                assertThat(e.getMessage()).contains("records.avro at byte ");
                reported++;
            }
        }
        assertThat(reported).isGreaterThan(whole.length * 9 / 10);
    }

    @Test
    void aDamagedRecordIsReportedWithFileBlockRecordAndField() throws Exception {
        writeVisits(3, "null");
        byte[] bytes = Files.readAllBytes(file.toPath());
        int block = blockOffset(bytes);
        // The length of the second record's city: records have 18 bytes, after two numbers.
        int length = block + 2 + 18 + 1;
        assertThat(bytes[length]).isEqualTo((byte) 12);
        bytes[length] = 100;
        Files.write(file.toPath(), bytes);
        assertThatThrownBy(this::scan)
                .isInstanceOf(BadBinaryFileException.class)
                .hasMessageContaining(
                        "records.avro at byte %d: Record 2 of the block cannot be decoded at the field place.city. A length of 50 does not fit into the 34 bytes that are left. The file is damaged."
                                .formatted(block));
        bytes[length] = 12;
        bytes[length + 16] = 2;
        Files.write(file.toPath(), bytes);
        try (AvroScan scan = AvroScan.open(path(), 0, Long.MAX_VALUE, conf, (name, amount) -> {})) {
            assertThat(scan.next()).isTrue();
            assertThat(scan.next()).isTrue();
            assertThatThrownBy(() -> scan.record().getBoolean(3))
                    .isInstanceOf(BadFieldException.class)
                    .hasMessageStartingWith(
                            "Cannot read column 3 (paid, boolean) of record 2 of the block at byte %d of file:"
                                    .formatted(block))
                    .hasMessageContaining("but this one is 2.");
            assertThatThrownBy(() -> scan.record().getInt(0))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage(
                            "Column 0 (id) has the type long, not int. Call the getter of its type.");
        }
    }

    @Test
    void aBlockThatClaimsMoreThanTheFileHasIsReported() throws Exception {
        writeVisits(3, "null");
        byte[] bytes = Files.readAllBytes(file.toPath());
        int block = blockOffset(bytes);
        bytes[block + 1] = 126;
        Files.write(file.toPath(), bytes);
        assertThatThrownBy(this::scan)
                .hasMessageContaining(
                        "at byte %d: The block claims 3 records in 63".formatted(block));
        bytes[block + 1] = 2 * 20;
        Files.write(file.toPath(), bytes);
        assertThatThrownBy(this::scan)
                .hasMessageContaining("The block does not end with the file's sync marker");
        bytes[block + 1] = 2 * 54;
        bytes[block] = 2 * 2;
        Files.write(file.toPath(), bytes);
        assertThatThrownBy(this::scan)
                .hasMessageContaining("18 bytes follow the last record of the block");
    }

    @Test
    void recordsNestedTooDeepAreReportedAndOthersAreRead() throws Exception {
        Schema node = Schema.createRecord("Node", null, null, false);
        node.setFields(
                List.of(
                        new Schema.Field("value", Schema.create(Schema.Type.INT)),
                        new Schema.Field(
                                "next",
                                Schema.createUnion(Schema.create(Schema.Type.NULL), node))));
        for (int depth : new int[] {AvroWalk.MAX_DEPTH, AvroWalk.MAX_DEPTH + 1}) {
            GenericRecord record = null;
            for (int i = 0; i < depth; i++) {
                GenericRecord outer = new GenericData.Record(node);
                outer.put("value", i);
                outer.put("next", record);
                record = outer;
            }
            AvroTwin.write(file, node, List.of(record), "null", random);
            if (depth == AvroWalk.MAX_DEPTH) {
                assertThat(scan()).containsExactly(String.valueOf(depth - 1));
            } else {
                assertThatThrownBy(this::scan)
                        .hasMessageContaining("at the field next.next.")
                        .hasMessageContaining("More than 500 records are nested.");
            }
        }
        BinarySettings.setColumns(conf, "next.value", "value", "next.next.value");
        GenericRecord last =
                new GenericRecordBuilder(node).set("value", 7).set("next", null).build();
        AvroTwin.write(
                file,
                node,
                List.of(new GenericRecordBuilder(node).set("value", 6).set("next", last).build()),
                "null",
                random);
        assertThat(scan()).containsExactly("7|6|NULL");
    }

    @Test
    void manyItemsWithoutBytesTakeNoTime() throws Exception {
        Schema schema =
                SchemaBuilder.record("Many")
                        .fields()
                        .name("nulls")
                        .type()
                        .array()
                        .items()
                        .nullType()
                        .noDefault()
                        .requiredInt("n")
                        .endRecord();
        try (DataFileWriter<GenericRecord> writer =
                new DataFileWriter<>(new GenericDatumWriter<>(schema))) {
            writer.create(schema, file);
            // 2^61 items of no bytes, no more items, 21.
            writer.appendEncoded(
                    ByteBuffer.wrap(
                            new byte[] {
                                -128, -128, -128, -128, -128, -128, -128, -128, 64, 0, 42
                            }));
        }
        assertThat(scan()).containsExactly("21");
    }

    @Test
    void columnsThatTheFileDoesNotHaveAreReportedWithThoseThatItHas() throws Exception {
        writeVisits(1, "null");
        BinarySettings.setColumns(conf, "id", "city");
        assertThatThrownBy(this::scan)
                .isInstanceOf(BadBinaryFileException.class)
                .hasMessageContaining("records.avro")
                .hasMessageContaining("The schema does not have the column 'city'. ")
                .hasMessageContaining("are: id, place.city, place.height, paid. Arrays, maps")
                .hasMessageEndingWith("Correct millrace.records.columns, or the input.");
        BinarySettings.setColumns(conf, "place");
        assertThatThrownBy(this::scan).hasMessageContaining("the column 'place'");
        BinarySettings.setColumns(conf, "id", "id");
        assertThatThrownBy(this::scan).hasMessageContaining("names a column twice");
        BinarySettings.setColumns(conf, "paid");
        try (AvroScan scan = AvroScan.open(path(), 0, Long.MAX_VALUE, conf, (name, amount) -> {})) {
            assertThat(scan.record().indexOf("paid")).isZero();
            assertThatThrownBy(() -> scan.record().indexOf("id"))
                    .hasMessage("The job does not request the column 'id', only: paid.");
        }
    }

    @Test
    void otherFilesAreReported() throws Exception {
        Files.writeString(file.toPath(), "a text");
        assertThatThrownBy(this::scan)
                .isInstanceOf(BadBinaryFileException.class)
                .hasMessageContaining("It is not an Avro container file");
        Schema number = Schema.create(Schema.Type.INT);
        try (DataFileWriter<Integer> writer = new DataFileWriter<>(new GenericDatumWriter<>())) {
            writer.create(number, file);
        }
        assertThatThrownBy(this::scan)
                .hasMessageContaining("The values are of the type int, not records");
        writeVisits(1, "null");
        String text = Files.readString(file.toPath(), ISO_8859_1);
        Files.writeString(file.toPath(), text.replace("null\u0000", "what\u0000"), ISO_8859_1);
        assertThatThrownBy(this::scan)
                .isInstanceOf(BadBinaryFileException.class)
                .hasMessageContaining("Avro does not know the codec what")
                .hasMessageNotContaining("damaged");
    }

    private int blockOffset(byte[] bytes) throws IOException {
        // The file ends with the block and the marker, which is also before the block.
        byte[] marker = Arrays.copyOfRange(bytes, bytes.length - 16, bytes.length);
        for (int i = 0; i < bytes.length - 16; i++) {
            if (Arrays.equals(marker, 0, 16, bytes, i, i + 16)) {
                return i + 16;
            }
        }
        throw new IOException("The file has no blocks.");
    }

    private void writeVisits(int count, String codec) throws IOException {
        try (DataFileWriter<GenericRecord> writer =
                new DataFileWriter<>(new GenericDatumWriter<>(VISIT))) {
            writer.setCodec(CodecFactory.fromString(codec));
            writer.create(VISIT, file);
            for (int i : IntStream.range(0, count).toArray()) {
                GenericRecord place = new GenericData.Record(VISIT.getField("place").schema());
                place.put("city", "Torino");
                place.put("height", 239.0);
                GenericRecord visit = new GenericData.Record(VISIT);
                visit.put("id", (long) i);
                visit.put("place", place);
                visit.put("paid", i % 2 == 0);
                writer.append(visit);
                if (count > 3 && i % 5 == 0) {
                    writer.sync();
                }
            }
        }
    }

    private Path path() {
        return new Path(file.toURI());
    }

    private List<String> columns() throws IOException {
        try (AvroScan scan = AvroScan.open(path(), 0, 1, conf, (name, amount) -> {})) {
            return scan.record().columns().stream().map(AvroColumn::name).toList();
        }
    }

    private List<String> scan() throws IOException {
        return scan(0, Long.MAX_VALUE);
    }

    private List<String> scan(long start, long length) throws IOException {
        List<String> shown = new ArrayList<>();
        try (AvroScan scan = AvroScan.open(path(), start, length, conf, (name, amount) -> {})) {
            while (scan.next()) {
                shown.add(AvroTwin.shown(scan.record()));
            }
        }
        return shown;
    }
}
