package io.millrace.records.avro;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.records.binary.BadBinaryFileException;
import io.millrace.records.config.BinarySettings;
import io.millrace.records.config.JobPredicate;
import io.millrace.records.text.BadFieldException;
import io.millrace.testing.Seeds;
import io.millrace.testing.Soak;
import java.io.File;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.avro.LogicalTypes;
import org.apache.avro.Schema;
import org.apache.avro.SchemaBuilder;
import org.apache.avro.file.DataFileReader;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.generic.GenericRecordBuilder;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A job's own schema gives the records that Avro's own reader gives with it. */
class ReaderSchemaTest {

    private static final int SCHEMAS = Soak.cases(150, 10_000);
    private static final int RECORDS = 20;
    private static final Schema COLOURS =
            SchemaBuilder.enumeration("Colour").symbols("RED", "GREEN");
    private static final Schema VISIT =
            SchemaBuilder.record("Visit")
                    .fields()
                    .requiredInt("id")
                    .name("colour")
                    .type(COLOURS)
                    .noDefault()
                    .name("time")
                    .type(
                            LogicalTypes.timestampMillis()
                                    .addToSchema(Schema.create(Schema.Type.LONG)))
                    .noDefault()
                    .endRecord();

    @TempDir private java.nio.file.Path directory;
    private final Random random = Seeds.random("reader schemas");
    private final Configuration conf = new Configuration();
    private File file;

    @BeforeEach
    void nameFile() {
        file = directory.resolve("records.avro").toFile();
    }

    @Test
    void recordsAreThoseOfAvrosOwnReaderWithTheSameSchema() throws Exception {
        RandomAvro avro = new RandomAvro(random);
        RandomReader readers = new RandomReader(random);
        int columns = 0;
        for (int i = 0; i < SCHEMAS; i++) {
            Schema stored = avro.schema();
            List<GenericRecord> records = new ArrayList<>();
            for (int j = 0; j < RECORDS; j++) {
                records.add(avro.next(stored));
            }
            AvroTwin.write(file, stored, records, "null", random);
            Schema reader = readers.of(stored);
            ReaderSchema.set(conf, reader);
            List<String> names = SchemaColumns.names(reader);
            assertThat(scan())
                    .as("%s%n%s%n%s", stored, reader, Seeds.line())
                    .isEqualTo(twin(stored, reader, names));
            columns += names.size();
        }
        assertThat(columns).isGreaterThan(SCHEMAS);
    }

    private List<String> twin(Schema stored, Schema reader, List<String> columns)
            throws IOException {
        List<String> shown = new ArrayList<>();
        try (DataFileReader<GenericRecord> in =
                new DataFileReader<>(file, new GenericDatumReader<>(stored, reader))) {
            while (in.hasNext()) {
                shown.add(AvroTwin.shown(in.next(), columns));
            }
        }
        return shown;
    }

    @Test
    void aDefaultInARecordThatIsNullIsNull() throws Exception {
        Schema place = SchemaBuilder.record("Place").fields().requiredString("city").endRecord();
        Schema stored =
                SchemaBuilder.record("Visit")
                        .fields()
                        .name("place")
                        .type()
                        .optional()
                        .type(place)
                        .endRecord();
        AvroTwin.write(
                file,
                stored,
                List.of(
                        new GenericRecordBuilder(stored)
                                .set(
                                        "place",
                                        new GenericRecordBuilder(place).set("city", "Bern").build())
                                .build(),
                        new GenericRecordBuilder(stored).set("place", null).build()),
                "null",
                random);
        Schema wider =
                SchemaBuilder.record("Place")
                        .fields()
                        .requiredString("city")
                        .name("country")
                        .type()
                        .stringType()
                        .stringDefault("CH")
                        .endRecord();
        ReaderSchema.set(
                conf,
                SchemaBuilder.record("Visit")
                        .fields()
                        .name("place")
                        .type()
                        .optional()
                        .type(wider)
                        .endRecord());
        conf.set(JobPredicate.WHERE, "place.country = CH");
        assertThat(scan()).containsExactly("Bern|CH");
        conf.unset(JobPredicate.WHERE);
        assertThat(scan()).containsExactly("Bern|CH", "NULL|NULL");
    }

    @Test
    void aFileThatCannotGiveAColumnIsReported() throws Exception {
        writeOneVisit();
        read("{'name': 'id', 'type': 'int'}, {'name': 'page', 'type': 'string'}");
        assertThatThrownBy(this::scan)
                .isInstanceOf(BadBinaryFileException.class)
                .hasMessageContaining("records.avro")
                .hasMessageContaining(
                        "The file does not have the column 'page', and the job's schema has no default for it. Correct");
        read("{'name': 'id', 'type': 'string'}");
        assertThatThrownBy(this::scan)
                .hasMessageContaining(
                        "The column 'id' has the type \"int\" in the file, which cannot be read as \"string\"");
        read("{'name': 'time', 'type': {'type': 'long', 'logicalType': 'timestamp-micros'}}");
        assertThatThrownBy(this::scan).hasMessageContaining("The column 'time' has the type");
    }

    @Test
    void aSymbolThatTheJobDoesNotKnowIsReportedUnlessThereIsADefault() throws Exception {
        writeOneVisit();
        String colour =
                "{'name': 'colour', 'type': {'type': 'enum', 'name': 'Colour', 'symbols': ['RED', 'BLUE'] %s}}";
        read(colour.formatted(", 'default': 'BLUE'"));
        assertThat(scan()).containsExactly("BLUE");
        read(colour.formatted(""));
        try (AvroScan scan = open()) {
            assertThat(scan.next()).isTrue();
            assertThatThrownBy(() -> scan.record().getText(0))
                    .isInstanceOf(BadFieldException.class)
                    .hasMessageContaining("Cannot read column 0 (colour, enum)")
                    .hasMessageContaining(
                            "The value is symbol 1 of the file's enum, which the job's schema does not have.");
        }
    }

    @Test
    void mistakesAreFoundBeforeAnyFileIsRead() {
        read("{'name': 'id', 'type': 'int'}");
        AvroScan.check(conf);
        BinarySettings.setColumns(conf, "number");
        assertThatThrownBy(() -> AvroScan.check(conf))
                .hasMessageContaining("The schema does not have the column 'number'.");
        BinarySettings.setColumns(conf, "id");
        conf.set(JobPredicate.WHERE, "id = one");
        assertThatThrownBy(() -> AvroScan.check(conf))
                .hasMessageContaining("'one' is not a value of column id");
        conf.set("avro.schema.input.key", "visits.avsc");
        assertThatThrownBy(() -> AvroScan.check(conf))
                .hasMessageContaining("avro.schema.input.key is not an Avro schema");
        conf.set("avro.schema.input.key", "\"int\"");
        assertThatThrownBy(() -> AvroScan.check(conf))
                .hasMessageContaining("The values are of the type int, not records.");
    }

    @Test
    void theKeyOfAvrosOldApiIsReadAsWell() throws Exception {
        writeOneVisit();
        conf.set(
                "avro.input.schema",
                "{\"type\": \"record\", \"name\": \"Visit\", \"fields\": [{\"name\": \"number\", \"type\": \"long\", \"aliases\": [\"id\"]}]}");
        assertThat(scan()).containsExactly("7");
    }

    private void writeOneVisit() throws IOException {
        GenericRecord visit =
                new GenericRecordBuilder(VISIT)
                        .set("id", 7)
                        .set("colour", new GenericData.EnumSymbol(COLOURS, "GREEN"))
                        .set("time", 1L)
                        .build();
        AvroTwin.write(file, VISIT, List.of(visit), "null", random);
    }

    private void read(String fields) {
        String schema = "{'type': 'record', 'name': 'Visit', 'fields': [%s]}".formatted(fields);
        ReaderSchema.set(conf, new Schema.Parser().parse(schema.replace('\'', '"')));
    }

    private AvroScan open() throws IOException {
        return AvroScan.open(new Path(file.toURI()), 0, Long.MAX_VALUE, conf, (name, amount) -> {});
    }

    private List<String> scan() throws IOException {
        List<String> shown = new ArrayList<>();
        try (AvroScan scan = open()) {
            while (scan.next()) {
                shown.add(AvroTwin.shown(scan.record()));
            }
        }
        return shown;
    }
}
