package io.millrace.records.proto;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.records.config.BinarySettings;
import io.millrace.records.config.JobPredicate;
import io.millrace.records.config.ProtoSettings;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.thirdparty.protobuf.DescriptorProtos.FileDescriptorProto;
import org.apache.hadoop.thirdparty.protobuf.DescriptorProtos.FileDescriptorSet;
import org.apache.hadoop.thirdparty.protobuf.Descriptors.Descriptor;
import org.apache.hadoop.thirdparty.protobuf.DynamicMessage;
import org.apache.hadoop.thirdparty.protobuf.TextFormat;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Predicates over the types of Protocol Buffers. */
class ProtoPredicateTest {

    private static final String VISITS =
            """
            name: "visits.proto" package: "test" syntax: "proto2"
            enum_type {
              name: "Colour" value { name: "RED" number: 0 } value { name: "GREEN" number: 4 }
            }
            message_type {
              name: "Visit"
              field { name: "id" number: 1 type: TYPE_SINT64 label: LABEL_OPTIONAL }
              field { name: "number" number: 2 type: TYPE_INT32 label: LABEL_OPTIONAL }
              field { name: "size" number: 3 type: TYPE_UINT32 label: LABEL_OPTIONAL default_value: "9" }
              field { name: "part" number: 4 type: TYPE_FLOAT label: LABEL_OPTIONAL }
              field { name: "share" number: 5 type: TYPE_DOUBLE label: LABEL_OPTIONAL }
              field { name: "paid" number: 6 type: TYPE_BOOL label: LABEL_OPTIONAL }
              field { name: "page" number: 7 type: TYPE_STRING label: LABEL_OPTIONAL }
              field { name: "colour" number: 8 type: TYPE_ENUM type_name: ".test.Colour" label: LABEL_OPTIONAL }
              field { name: "place" number: 9 type: TYPE_MESSAGE type_name: ".test.Place" label: LABEL_OPTIONAL }
              field { name: "tags" number: 10 type: TYPE_STRING label: LABEL_REPEATED }
            }
            message_type {
              name: "Place"
              field { name: "city" number: 1 type: TYPE_STRING label: LABEL_OPTIONAL }
            }
            """;

    @TempDir private java.nio.file.Path directory;
    private final Configuration conf = new Configuration();
    private final Map<String, Long> counters = new HashMap<>();
    private Path file;

    @BeforeEach
    void writeTwoVisits() throws IOException {
        file = new Path(directory.resolve("messages").toUri());
        FileDescriptorProto description = TextFormat.parse(VISITS, FileDescriptorProto.class);
        java.nio.file.Path descriptor = directory.resolve("visits.desc");
        Files.write(
                descriptor,
                FileDescriptorSet.newBuilder().addFile(description).build().toByteArray());
        ProtoSettings.set(conf, descriptor.toUri().toString(), "test.Visit");
        Descriptor type = ProtoTwin.type(description);
        try (OutputStream out = Files.newOutputStream(directory.resolve("messages"))) {
            for (String text :
                    List.of(
                            "id: -70 number: -5 size: 4294967295 part: 0.5 share: nan paid: true page: '/p' colour: GREEN place { city: 'Bern' } tags: 'a'",
                            "id: 7")) {
                DynamicMessage.Builder message = DynamicMessage.newBuilder(type);
                TextFormat.merge(text, message);
                message.build().writeDelimitedTo(out);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "id = -70",
                "number < 0",
                "size = 4294967295",
                "size > 9",
                "part = 0.5",
                "paid = true",
                "page >= /p",
                "colour = GREEN",
                "colour != RED",
                "place.city = Bern",
                "page = /p and (id = 0 or number = -5)",
            })
    void theFirstVisitMatches(String where) throws Exception {
        assertThat(ids(where)).containsExactly(-70L);
        assertThat(counters).containsExactly(Map.entry("Filtered records", 1L));
    }

    /** A field that is not set is null, as in {@link ProtoRecord#isNull(int)}. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "size = 9",
                "share = NaN",
                "share != 1",
                "paid = false",
                "colour = RED",
                "page < /p"
            })
    void noVisitMatches(String where) throws Exception {
        assertThat(ids(where)).isEmpty();
        assertThat(counters).containsExactly(Map.entry("Filtered records", 2L));
    }

    @Test
    void aColumnThatOnlyThePredicateNeedsIsNotOneOfTheRecord() throws Exception {
        BinarySettings.setColumns(conf, "page");
        conf.set(JobPredicate.WHERE, "9.1 = Bern");
        try (ProtoScan scan = open()) {
            assertThat(scan.next()).isTrue();
            assertThat(scan.record().columns())
                    .extracting(ProtoColumn::name)
                    .containsExactly("page");
            assertThat(scan.record().getText(0)).hasToString("/p");
            assertThat(scan.next()).isFalse();
        }
    }

    @Test
    void mistakesFailTheCheckOfTheSettings() {
        assertMistake("city = Bern", "The message test.Visit does not have the column 'city'.");
        assertMistake(
                "colour = GREN", "'GREN' is not a value of column colour; allowed: RED, GREEN.");
        assertMistake("number = 3000000000", "'3000000000' is not a value of column number");
        assertMistake("tags = a", "Column tags is repeated, which predicates cannot compare.");
        assertMistake("place = a", "Column place is a message, which predicates cannot compare.");
        assertMistake("page =", "millrace.records.where:7:");
    }

    private void assertMistake(String where, String message) {
        conf.set(JobPredicate.WHERE, where);
        assertThatThrownBy(() -> ProtoScan.check(conf))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(message);
    }

    private ProtoScan open() throws IOException {
        counters.clear();
        return ProtoScan.open(
                file,
                0,
                Long.MAX_VALUE,
                conf,
                (name, amount) -> counters.merge(name, amount, Long::sum));
    }

    private List<Long> ids(String where) throws IOException {
        conf.set(JobPredicate.WHERE, where);
        List<Long> ids = new ArrayList<>();
        try (ProtoScan scan = open()) {
            while (scan.next()) {
                ids.add(scan.record().getLong(0));
            }
        }
        return ids;
    }
}
