package io.millrace.records.proto;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.records.binary.BadBinaryFileException;
import io.millrace.records.binary.MalformedException;
import io.millrace.records.config.BinarySettings;
import io.millrace.records.config.ProtoSettings;
import io.millrace.testing.Seeds;
import io.millrace.testing.Soak;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.zip.GZIPOutputStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.SequenceFile;
import org.apache.hadoop.io.SequenceFile.CompressionType;
import org.apache.hadoop.thirdparty.protobuf.DescriptorProtos.FileDescriptorProto;
import org.apache.hadoop.thirdparty.protobuf.DescriptorProtos.FileDescriptorSet;
import org.apache.hadoop.thirdparty.protobuf.Descriptors.Descriptor;
import org.apache.hadoop.thirdparty.protobuf.DynamicMessage;
import org.apache.hadoop.thirdparty.protobuf.TextFormat;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Decoded messages are those of Google's own decoder. */
class ProtoScanTest {

    private static final int TYPES = Soak.cases(150, 20_000);
    private static final int MESSAGES = 20;

    /** A file as protoc would describe it. */
    private static final String VISITS =
            """
            name: "visits.proto" package: "test" syntax: "proto2"
            enum_type { name: "Kind" value { name: "NEW" number: 1 } value { name: "OLD" number: 2 } }
            message_type {
              name: "Visit"
              field { name: "id" number: 1 type: TYPE_INT64 label: LABEL_OPTIONAL }
              field { name: "kind" number: 2 type: TYPE_ENUM type_name: ".test.Kind" label: LABEL_OPTIONAL }
              field { name: "item" number: 3 type: TYPE_MESSAGE type_name: ".test.Visit.Item" label: LABEL_REPEATED }
              field { name: "text" number: 300 type: TYPE_STRING label: LABEL_OPTIONAL }
              nested_type {
                name: "Item"
                field { name: "price" number: 1 type: TYPE_INT32 label: LABEL_OPTIONAL default_value: "9" }
                field { name: "tag" number: 2 type: TYPE_STRING label: LABEL_REPEATED }
              }
            }
            """;

    @TempDir private java.nio.file.Path directory;
    private final Random random = Seeds.random("proto");
    private final RandomProto protos = new RandomProto(random);
    private final Configuration conf = new Configuration();
    private Path file;

    @BeforeEach
    void nameFile() {
        file = new Path(directory.resolve("messages").toUri());
    }

    @Test
    void columnsOfRandomMessagesAreThoseOfDynamicMessage() throws Exception {
        for (int i = 0; i < TYPES; i++) {
            FileDescriptorProto description = protos.file();
            Descriptor type = ProtoTwin.type(description);
            // Another program has other fields, symbols, types and forms of lists.
            Descriptor other = ProtoTwin.type(protos.version(description));
            List<String> columns = columns(new ProtoPlan(type, List.of(), Set.of()));
            if (columns.isEmpty()) {
                continue;
            }
            check(type, other, columns);
            Collections.shuffle(columns, random);
            check(type, other, columns.subList(0, 1 + random.nextInt(columns.size())));
        }
    }

    private void check(Descriptor type, Descriptor other, List<String> columns) throws Exception {
        ProtoRecord record = new ProtoRecord(new ProtoPlan(type, columns, Set.of()), "here");
        for (int i = 0; i < MESSAGES; i++) {
            byte[] bytes = bytes(type, other);
            record.wrap(bytes, 0, bytes.length, 0, 1);
            assertThat(ProtoTwin.shown(record))
                    .as("%s%n%s", type.getFile().toProto(), Seeds.line())
                    .isEqualTo(ProtoTwin.shown(type, bytes, columns));
        }
    }

    /** A message, or several one after the other, which are one: the last value of a field wins. */
    private byte[] bytes(Descriptor type, Descriptor other) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (int i = random.nextInt(3); i >= 0; i--) {
            protos.next(random.nextBoolean() ? type : other).writeTo(bytes);
        }
        return bytes.toByteArray();
    }

    private static List<String> columns(ProtoPlan plan) {
        return new ArrayList<>(plan.columns().stream().map(ProtoColumn::name).toList());
    }

    @Test
    void wholeMessagesAndNumbersOfFieldsAreColumnsToo() throws Exception {
        Descriptor type = visits();
        ProtoRecord record =
                new ProtoRecord(
                        new ProtoPlan(type, List.of("item", "3.1", "300"), Set.of()), "here");
        byte[] bytes = message("id: 7 item {} item { price: 3 } text: 'x'").toByteArray();
        record.wrap(bytes, 0, bytes.length, 0, 1);
        assertThat(record.getCount(0)).isEqualTo(2);
        assertThat(record.getInt(1, 0)).isEqualTo(9);
        assertThat(record.isNull(1, 0)).isTrue();
        assertThat(record.getInt(1, 1)).isEqualTo(3);
        assertThat(record.isNull(1, 1)).isFalse();
        assertThat(record.getText(2)).hasToString("x");
        assertThat(record.indexOf("300")).isEqualTo(2);
        assertThat(record.getInt(1)).isEqualTo(9);
        assertThatThrownBy(() -> record.getInt(1, 2))
                .isInstanceOf(IndexOutOfBoundsException.class)
                .hasMessageContaining("has 2 items, and none with the index 2. Call getCount");
        assertThatThrownBy(() -> record.getLong(2))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        "Column 2 (300) has the type text, not long. Call the getter of its type.");
    }

    @Test
    void messagesOfFilesOfAllFormsAreReadOnceInWhicheverSplits() throws Exception {
        List<DynamicMessage> messages = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            messages.add(
                    message(
                            "id: %d item { price: %d } text: '%s'"
                                    .formatted(i, i, "x".repeat(i == 70 ? 200_000 : i % 90))));
        }
        useVisits();
        List<String> columns = List.of("id", "item.price", "text", "kind");
        BinarySettings.setColumns(conf, columns.toArray(new String[0]));
        List<String> expected =
                messages.stream().map(each -> ProtoTwin.shown(each, columns)).toList();
        writeDelimited(messages);
        assertThat(scan(0, Long.MAX_VALUE)).isEqualTo(expected);
        byte[] plain = Files.readAllBytes(local());
        file = file.suffix(".gz");
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(local()))) {
            out.write(plain);
        }
        assertThat(scan(0, Long.MAX_VALUE)).isEqualTo(expected);
        conf.set(ProtoSettings.FORM, ProtoSettings.SEQUENCE);
        for (CompressionType compression : CompressionType.values()) {
            writeSequence(messages, compression);
            long length = Files.size(local());
            List<String> found = new ArrayList<>();
            for (long start = 0; start < length; ) {
                long piece = Math.min(length - start, 1L + random.nextInt(9000));
                found.addAll(scan(start, piece));
                start += piece;
            }
            assertThat(found).as(compression.name()).isEqualTo(expected);
        }
    }

    @Test
    void aFileThatEndsWithinAMessageIsReportedWhereverItEnds() throws Exception {
        useVisits();
        List<DynamicMessage> messages = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            messages.add(message("id: %d text: '%s'".formatted(i, "y".repeat(i * 6))));
        }
        writeDelimited(messages);
        byte[] whole = Files.readAllBytes(local());
        int message = 0;
        int end = 0;
        for (int length = 0; length < whole.length; length += 1 + random.nextInt(10)) {
            while (end < length) {
                end += whole[end] + 1;
                message++;
            }
            Files.write(local(), Arrays.copyOf(whole, length));
            if (length == end) {
                assertThat(scan(0, Long.MAX_VALUE)).hasSize(message);
            } else {
                assertThatThrownBy(() -> scan(0, Long.MAX_VALUE))
                        .isInstanceOf(BadBinaryFileException.class)
                        .hasMessageContaining("messages at byte ")
                        .hasMessageContaining("The file is damaged.");
            }
        }
        assertThat(message).isEqualTo(messages.size());
    }

    @Test
    void damageIsReportedWithFileOffsetMessageAndField() throws Exception {
        useVisits();
        // Two messages: id 5; an item that claims 9 bytes.
        Files.write(local(), new byte[] {2, 8, 5, 4, 26, 9, 8, 1});
        assertThatThrownBy(() -> scan(0, Long.MAX_VALUE))
                .isInstanceOf(BadBinaryFileException.class)
                .hasMessageContaining(
                        "messages at byte 3: Message 2 of the split cannot be decoded at the field item. A length of 9 does not fit into the 2 bytes that are left. The file is damaged.");
        // An unknown group that does not end.
        Files.write(local(), new byte[] {1, (9 << 3) + 3});
        assertThatThrownBy(() -> scan(0, Long.MAX_VALUE))
                .hasMessageContaining("at the field number 9. The message ends within a group.");
        Files.write(local(), new byte[] {2, (9 << 3) + 6, 1});
        assertThatThrownBy(() -> scan(0, Long.MAX_VALUE))
                .hasMessageContaining("has the wire type 6, which does not exist");
        Files.write(local(), new byte[] {1, 2});
        assertThatThrownBy(() -> scan(0, Long.MAX_VALUE))
                .hasMessageContaining("A field has the number 0.");
        Files.write(local(), new byte[] {-1, -1, -1, -1, 7, 1});
        assertThatThrownBy(() -> scan(0, Long.MAX_VALUE))
                .hasMessageContaining(
                        "at byte 0: The message has a length of 2147483647 bytes; at most 67108864 are allowed. If the file is not damaged, raise millrace.records.proto.message.bytes.");
    }

    @Test
    void groupsNestedTooDeepAreReported() throws Exception {
        byte[] groups = new byte[300];
        Arrays.fill(groups, 0, 150, (byte) ((9 << 3) + WireType.START_GROUP));
        Arrays.fill(groups, 150, 300, (byte) ((9 << 3) + WireType.END_GROUP));
        ProtoRecord record = new ProtoRecord(new ProtoPlan(visits(), List.of(), Set.of()), "here");
        record.wrap(groups, 50, 250, 0, 1);
        assertThatThrownBy(() -> record.wrap(groups, 0, 300, 0, 1))
                .isInstanceOf(MalformedException.class)
                .hasMessageStartingWith("More than 100 messages are nested.");
    }

    @Test
    void badSettingsAreReportedBeforeFilesAreRead() throws Exception {
        assertThatThrownBy(() -> ProtoScan.check(conf))
                .hasMessageContaining("millrace.records.proto.descriptor is not set");
        useVisits();
        ProtoScan.check(conf);
        conf.set(ProtoSettings.MESSAGE, "test.Visit.Item");
        ProtoScan.check(conf);
        BinarySettings.setColumns(conf, "price", "what");
        assertThatThrownBy(() -> ProtoScan.check(conf))
                .hasMessage(
                        "The message test.Visit.Item does not have the column 'what'. Its columns are: price, tag.");
        BinarySettings.setColumns(conf, "price", "1");
        assertThatThrownBy(() -> ProtoScan.check(conf))
                .hasMessageStartingWith("The columns 'price' and '1' are the same field.");
        conf.unset(BinarySettings.COLUMNS);
        conf.set(ProtoSettings.MESSAGE, "Visit");
        assertThatThrownBy(() -> ProtoScan.check(conf))
                .hasMessageContaining("does not have the message Visit, which millrace.")
                .hasMessageEndingWith("It has: test.Visit.");
        conf.set(ProtoSettings.MESSAGE, "test.Visit");
        BinarySettings.setColumns(conf, "item.tag");
        assertThatThrownBy(() -> ProtoScan.check(conf))
                .hasMessageContaining("'item.tag' of the message test.Visit is a list in a list");
        BinarySettings.setColumns(conf, "item.tag.size");
        assertThatThrownBy(() -> ProtoScan.check(conf)).hasMessageContaining("'item.tag.size'");
        conf.set(ProtoSettings.FORM, "parquet");
        assertThatThrownBy(() -> ProtoScan.check(conf))
                .hasMessage(
                        "millrace.records.proto.form is 'parquet'; allowed: delimited, sequence.");
    }

    @Test
    void badDescriptorsAreReported() throws Exception {
        useVisits();
        java.nio.file.Path descriptor = directory.resolve("visits.desc");
        Files.writeString(descriptor, "a text, not a descriptor");
        assertThatThrownBy(() -> ProtoScan.check(conf))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("visits.desc is not valid");
        FileDescriptorProto imports =
                TextFormat.parse(VISITS, FileDescriptorProto.class).toBuilder()
                        .addDependency("other.proto")
                        .build();
        Files.write(
                descriptor, FileDescriptorSet.newBuilder().addFile(imports).build().toByteArray());
        assertThatThrownBy(() -> ProtoScan.check(conf))
                .hasMessageContaining(
                        "does not have other.proto, which visits.proto imports. Run protoc with --include_imports.");
        Files.delete(descriptor);
        assertThatThrownBy(() -> ProtoScan.check(conf))
                .hasMessageContaining(
                        "visits.desc, set by millrace.records.proto.descriptor, does not");
    }

    @Test
    void sequenceFilesOfOtherValuesAreReported() throws Exception {
        useVisits();
        conf.set(ProtoSettings.FORM, ProtoSettings.SEQUENCE);
        SequenceFile.createWriter(
                        conf,
                        SequenceFile.Writer.file(file),
                        SequenceFile.Writer.keyClass(NullWritable.class),
                        SequenceFile.Writer.valueClass(IntWritable.class))
                .close();
        assertThatThrownBy(() -> scan(0, Long.MAX_VALUE))
                .isInstanceOf(BadBinaryFileException.class)
                .hasMessageContaining("are of the class org.apache.hadoop.io.IntWritable, but");
    }

    private static Descriptor visits() throws TextFormat.ParseException {
        return ProtoTwin.type(TextFormat.parse(VISITS, FileDescriptorProto.class));
    }

    private static DynamicMessage message(String text) throws TextFormat.ParseException {
        DynamicMessage.Builder message = DynamicMessage.newBuilder(visits());
        TextFormat.merge(text, message);
        return message.build();
    }

    private void useVisits() throws IOException {
        java.nio.file.Path descriptor = directory.resolve("visits.desc");
        FileDescriptorProto visits = TextFormat.parse(VISITS, FileDescriptorProto.class);
        Files.write(
                descriptor, FileDescriptorSet.newBuilder().addFile(visits).build().toByteArray());
        ProtoSettings.set(conf, descriptor.toUri().toString(), "test.Visit");
    }

    private java.nio.file.Path local() {
        return java.nio.file.Path.of(file.toUri().getPath());
    }

    private void writeDelimited(List<DynamicMessage> messages) throws IOException {
        try (OutputStream out = Files.newOutputStream(local())) {
            for (DynamicMessage message : messages) {
                message.writeDelimitedTo(out);
            }
        }
    }

    private void writeSequence(List<DynamicMessage> messages, CompressionType compression)
            throws IOException {
        try (SequenceFile.Writer writer =
                SequenceFile.createWriter(
                        conf,
                        SequenceFile.Writer.file(file),
                        SequenceFile.Writer.keyClass(IntWritable.class),
                        SequenceFile.Writer.valueClass(BytesWritable.class),
                        SequenceFile.Writer.compression(compression))) {
            for (DynamicMessage message : messages) {
                writer.append(new IntWritable(1), new BytesWritable(message.toByteArray()));
            }
        }
    }

    private List<String> scan(long start, long length) throws IOException {
        List<String> shown = new ArrayList<>();
        try (ProtoScan scan = ProtoScan.open(file, start, length, conf, (name, amount) -> {})) {
            while (scan.next()) {
                shown.add(ProtoTwin.shown(scan.record()));
            }
        }
        return shown;
    }
}
