package io.millrace.records.avro;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.records.config.BinarySettings;
import io.millrace.records.config.JobPredicate;
import io.millrace.testing.Seeds;
import java.io.File;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.avro.LogicalTypes;
import org.apache.avro.Schema;
import org.apache.avro.SchemaBuilder;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.generic.GenericRecordBuilder;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Predicates over the types of Avro. */
class AvroPredicateTest {

    private static final Schema DATE = LogicalTypes.date().addToSchema(type(Schema.Type.INT));
    private static final Schema MILLIS =
            LogicalTypes.timestampMillis().addToSchema(type(Schema.Type.LONG));
    private static final Schema PRICE =
            LogicalTypes.decimal(9, 2).addToSchema(type(Schema.Type.BYTES));
    private static final Schema VAST =
            LogicalTypes.decimal(30, 2).addToSchema(type(Schema.Type.BYTES));
    private static final Schema VISIT =
            SchemaBuilder.record("Visit")
                    .fields()
                    .requiredInt("number")
                    .requiredLong("id")
                    .requiredFloat("part")
                    .requiredDouble("share")
                    .requiredBoolean("paid")
                    .requiredString("page")
                    .name("colour")
                    .type()
                    .enumeration("Colour")
                    .symbols("RED", "GREEN")
                    .noDefault()
                    .name("day")
                    .type(DATE)
                    .noDefault()
                    .name("time")
                    .type(MILLIS)
                    .noDefault()
                    .name("price")
                    .type(PRICE)
                    .noDefault()
                    .name("vast")
                    .type(VAST)
                    .noDefault()
                    .name("place")
                    .type(SchemaBuilder.record("Place").fields().optionalString("city").endRecord())
                    .noDefault()
                    .endRecord();

    @TempDir private java.nio.file.Path directory;
    private final Configuration conf = new Configuration();
    private final Map<String, Long> counters = new HashMap<>();
    private File file;

    @BeforeEach
    void writeOneVisit() throws IOException {
        file = directory.resolve("visits.avro").toFile();
        Schema place = VISIT.getField("place").schema();
        GenericRecord visit =
                new GenericRecordBuilder(VISIT)
                        .set("number", -5)
                        .set("id", 1L << 40)
                        .set("part", 0.5f)
                        .set("share", Double.NaN)
                        .set("paid", true)
                        .set("page", "/päge")
                        .set(
                                "colour",
                                new GenericData.EnumSymbol(
                                        VISIT.getField("colour").schema(), "GREEN"))
                        .set("day", (int) LocalDate.parse("2026-11-27").toEpochDay())
                        .set("time", Instant.parse("2026-11-27T18:00:00.250Z").toEpochMilli())
                        .set("price", ByteBuffer.wrap(new byte[] {4, (byte) 0xe2})) // 12.50
                        .set("vast", ByteBuffer.wrap(new byte[] {1}))
                        .set("place", new GenericRecordBuilder(place).set("city", "Bern").build())
                        .build();
        GenericRecord nowhere = new GenericRecordBuilder((GenericData.Record) visit).build();
        nowhere.put("id", 7L);
        nowhere.put("place", new GenericRecordBuilder(place).set("city", null).build());
        AvroTwin.write(file, VISIT, List.of(visit, nowhere), "null", Seeds.random("avro"));
    }

    private static Schema type(Schema.Type type) {
        return Schema.create(type);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "number = -5",
                "number < 0 and number >= -5",
                "id > 1099511627775",
                "part = 0.5",
                "part < 1e3",
                "paid = true",
                "paid != false",
                "page = /päge",
                "page > /a and page < /z",
                "colour = GREEN",
                "colour != RED",
                "day = 2026-11-27",
                "day > 2026-11-26",
                "time = \"2026-11-27 18:00:00.25\"",
                "time < 2026-11-28T00:00:00",
                "price = 12.5",
                "price > 12.49",
                "place.city = Bern",
                "place.city = Bern or id = 8",
            })
    void theVisitMatches(String where) throws Exception {
        assertThat(ids(where + " and id > 7")).containsExactly(1L << 40);
        assertThat(counters).containsExactly(Map.entry("Filtered records", 1L));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "number > -5",
                "id != 1099511627776 and id != 7",
                "part > 0.5",
                "share = NaN",
                "share < 1",
                "share >= 1",
                "paid = false",
                "page < /p",
                "colour < GREEN",
                "day < 2026-11-27",
                "time > \"2026-11-27 18:00:00.25\"",
                "price < 12.50",
                "place.city != Bern",
            })
    void noVisitMatches(String where) throws Exception {
        assertThat(ids(where)).isEmpty();
        assertThat(counters).containsExactly(Map.entry("Filtered records", 2L));
    }

    @Test
    void aColumnThatOnlyThePredicateNeedsIsNotOneOfTheRecord() throws Exception {
        BinarySettings.setColumns(conf, "page");
        conf.set(JobPredicate.WHERE, "place.city = Bern");
        try (AvroScan scan = open()) {
            assertThat(scan.next()).isTrue();
            assertThat(scan.record().columns())
                    .extracting(AvroColumn::name)
                    .containsExactly("page");
            assertThat(scan.record().getText(0)).hasToString("/päge");
            assertThatThrownBy(() -> scan.record().indexOf("place.city"))
                    .hasMessage("The job does not request the column 'place.city', only: page.");
            assertThat(scan.next()).isFalse();
        }
    }

    @Test
    void mistakesAreNamed() {
        assertThatThrownBy(() -> ids("city = Bern"))
                .hasMessageContaining("The schema does not have the column 'city'.")
                .hasMessageContaining("place.city")
                .hasMessageEndingWith(
                        "Correct millrace.records.columns or millrace.records.where, or the input.");
        assertThatThrownBy(() -> ids("colour = GREN"))
                .hasMessageContaining(
                        "millrace.records.where:10: 'GREN' is not a value of column colour; allowed: RED, GREEN.");
        assertThatThrownBy(() -> ids("paid = yes"))
                .hasMessageContaining("'yes' is not a value of column paid; allowed: false, true.");
        assertThatThrownBy(() -> ids("day = today"))
                .hasMessageContaining("'today' is not a value of column day");
        assertThatThrownBy(() -> ids("vast = 1"))
                .hasMessageContaining("decimal(30,2)")
                .hasMessageContaining("a precision of 1 to 18");
    }

    private AvroScan open() throws IOException {
        counters.clear();
        return AvroScan.open(
                new Path(file.toURI()),
                0,
                Long.MAX_VALUE,
                conf,
                (name, amount) -> counters.merge(name, amount, Long::sum));
    }

    private List<Long> ids(String where) throws IOException {
        conf.set(JobPredicate.WHERE, where);
        List<Long> ids = new ArrayList<>();
        try (AvroScan scan = open()) {
            int id = scan.record().indexOf("id");
            while (scan.next()) {
                ids.add(scan.record().getLong(id));
            }
        }
        return ids;
    }
}
