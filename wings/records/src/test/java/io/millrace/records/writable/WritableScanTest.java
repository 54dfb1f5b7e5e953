package io.millrace.records.writable;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.records.binary.BadBinaryFileException;
import io.millrace.records.binary.MalformedException;
import io.millrace.records.config.JobPredicate;
import io.millrace.records.config.WritableSettings;
import io.millrace.records.fuzz.Mutations;
import io.millrace.records.text.BadFieldException;
import io.millrace.testing.Seeds;
import io.millrace.testing.Soak;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInput;
import java.io.DataInputStream;
import java.io.DataOutput;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.SequenceFile;
import org.apache.hadoop.io.SequenceFile.CompressionType;
import org.apache.hadoop.io.VLongWritable;
import org.apache.hadoop.io.Writable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Decoded Writables have the values that Hadoop's own methods read. */
class WritableScanTest {

    private static final int LAYOUTS = Soak.cases(40, 2_000);
    private static final int CASES = Soak.cases(3_000, 200_000);

    @TempDir private java.nio.file.Path directory;
    private final Random random = Seeds.random("writables");
    private final RandomWritables writables = new RandomWritables(random);
    private final Configuration conf = new Configuration();

    /** A Writable of another program. */
    public static final class Raw implements Writable {

        private final byte[] bytes;

        Raw(byte[] bytes) {
            this.bytes = bytes;
        }

        @Override
        public void write(DataOutput out) throws IOException {
            out.write(bytes);
        }

        @Override
        public void readFields(DataInput in) {
            throw new UnsupportedOperationException("nobody has its class");
        }
    }

    @Test
    void fieldsOfRandomRecordsAreThoseThatWereWrittenInWhicheverSplits() throws Exception {
        for (int i = 0; i < LAYOUTS; i++) {
            List<WritableField> key = writables.fields(3);
            List<WritableField> value = writables.fields(6);
            if (key.isEmpty() && value.isEmpty()) {
                continue;
            }
            lay(key, value);
            List<String> expected = write(key, value, 1 + random.nextInt(60));
            assertThat(scan(0, Long.MAX_VALUE)).as(Seeds.line()).isEqualTo(expected);
            List<String> found = new ArrayList<>();
            long length = 1L + random.nextInt(3000);
            for (long start = 0; start < Files.size(local()); start += length) {
                found.addAll(scan(start, length));
            }
            assertThat(found).as(Seeds.line()).isEqualTo(expected);
        }
    }

    @Test
    void theClassesOfKeysAndValuesAreNotNeeded() throws Exception {
        List<WritableField> fields = List.of(new WritableField("n", WritableForm.LONG));
        lay(List.of(), fields);
        for (CompressionType type : CompressionType.values()) {
            List<String> all = write(List.of(), fields, 300, type);
            String present = Raw.class.getName();
            String missing = present.replace("Raw", "Gon");
            String text = Files.readString(local(), StandardCharsets.ISO_8859_1);
            assertThat(text).contains(present);
            Files.writeString(local(), text.replace(present, missing), StandardCharsets.ISO_8859_1);
            Files.deleteIfExists(directory.resolve(".records.seq.crc"));
            assertThat(scan(0, Long.MAX_VALUE)).as("%s", type).isEqualTo(all);
        }
    }

    private void lay(List<WritableField> key, List<WritableField> value) {
        WritableSettings.setKey(conf, words(key));
        WritableSettings.setValue(conf, words(value));
    }

    private static String[] words(List<WritableField> fields) {
        return fields.stream().map(each -> each.name() + " " + each.form()).toArray(String[]::new);
    }

    /** Writes records, and returns them as text. */
    private List<String> write(List<WritableField> key, List<WritableField> value, int count)
            throws IOException {
        CompressionType[] types = CompressionType.values();
        return write(key, value, count, types[random.nextInt(types.length)]);
    }

    private List<String> write(
            List<WritableField> key, List<WritableField> value, int count, CompressionType type)
            throws IOException {
        List<String> expected = new ArrayList<>();
        try (SequenceFile.Writer writer =
                SequenceFile.createWriter(
                        conf,
                        SequenceFile.Writer.file(path()),
                        SequenceFile.Writer.compression(type),
                        SequenceFile.Writer.keyClass(Raw.class),
                        SequenceFile.Writer.valueClass(Raw.class))) {
            for (int i = 0; i < count; i++) {
                byte[] keyBytes = encoded(key);
                byte[] valueBytes = encoded(value);
                writer.append(new Raw(keyBytes), new Raw(valueBytes));
                expected.add(twin(key, keyBytes) + twin(value, valueBytes));
            }
        }
        return expected;
    }

    /** Random values of fields; any bytes if there are no fields. */
    private byte[] encoded(List<WritableField> fields) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        for (WritableField field : fields) {
            writables.write(field.form(), out);
        }
        if (fields.isEmpty()) {
            out.write(new byte[1 + random.nextInt(20)]);
        }
        return bytes.toByteArray();
    }

    /** The fields as Hadoop reads them; null if it cannot, or does not read all bytes. */
    private static @Nullable String twin(List<WritableField> fields, byte[] bytes) {
        ByteArrayInputStream in = new ByteArrayInputStream(bytes);
        StringBuilder shown = new StringBuilder();
        try {
            for (WritableField field : fields) {
                shown.append(RandomWritables.read(field.form(), new DataInputStream(in)))
                        .append('|');
            }
        } catch (IOException e) {
            return null;
        }
        return fields.isEmpty() || in.available() == 0 ? shown.toString() : null;
    }

    @Test
    void damagedRecordsAreReadAsHadoopReadsThemOrRejected() throws Exception {
        Mutations mutations = new Mutations(random);
        int equal = 0;
        int rejected = 0;
        for (int i = 0; i < CASES; i++) {
            List<WritableField> fields = writables.fields(6);
            if (fields.isEmpty()) {
                continue;
            }
            byte[] bytes = mutations.of(encoded(fields));
            byte[] around = mutations.around(bytes, 0);
            WritableRecord record =
                    new WritableRecord(new WritableLayout(List.of(), fields), "here");
            String twin = twin(fields, bytes);
            try {
                record.wrap(around, 0, 0, bytes.length, 0);
                String shown = RandomWritables.shown(record);
                assertThat(twin).as("%s%n%s", fields, Seeds.line()).isNotNull();
                if (!shown.contains("BAD")) {
                    assertThat(shown).isEqualTo(twin);
                    equal++;
                }
            } catch (MalformedException e) {
                assertThat(twin).as("%s%n%s", fields, Seeds.line()).isNull();
                rejected++;
            }
        }
        assertThat(equal).isGreaterThan(CASES / 10);
        assertThat(rejected).isGreaterThan(CASES / 10);
    }

    @Test
    void aPredicateComparesFieldsOfKeyAndValue() throws Exception {
        List<WritableField> key =
                List.of(
                        new WritableField("day", WritableForm.VINT),
                        new WritableField("paid", WritableForm.BOOLEAN));
        List<WritableField> value = List.of(new WritableField("share", WritableForm.DOUBLE));
        lay(key, value);
        List<String> all = write(key, value, 200);
        conf.set(JobPredicate.WHERE, "paid = true and day >= 0 and share < 0.5");
        assertThat(scan(0, Long.MAX_VALUE))
                .isEqualTo(
                        all.stream()
                                .map(each -> each.split("\\|", -1))
                                .filter(each ->
                                        each[1].equals("true")
                                                && Long.parseLong(each[0]) >= 0
                                                && Double.parseDouble(each[2]) < 0.5)
                                .map(each -> String.join("|", each))
                                .toList())
                .isNotEmpty();
    }

    @Test
    void fieldsThatDifferFromThoseOfTheFileAreReported() throws Exception {
        List<WritableField> written =
                List.of(
                        new WritableField("id", WritableForm.INT),
                        new WritableField("page", WritableForm.TEXT));
        write(List.of(), written, 3);
        lay(List.of(), List.of(new WritableField("id", WritableForm.INT)));
        assertThatThrownBy(() -> scan(0, Long.MAX_VALUE))
                .isInstanceOf(BadBinaryFileException.class)
                .hasMessageContaining("records.seq at byte ")
                .hasMessageContaining("Record 1 of the split cannot be decoded at the field id. ")
                .hasMessageContaining("bytes follow it. The fields differ from those that");
        lay(List.of(), List.of(new WritableField("id", WritableForm.LONG), written.get(1)));
        assertThatThrownBy(() -> scan(0, Long.MAX_VALUE))
                .isInstanceOf(BadBinaryFileException.class);
    }

    @Test
    void mistakesInTheSettingsAreNamed() {
        assertThatThrownBy(() -> WritableScan.check(conf))
                .hasMessageContaining("neither millrace.records.writable.key nor");
        WritableSettings.setValue(conf, "url text", "rank integer");
        assertThatThrownBy(() -> WritableScan.check(conf))
                .hasMessageContaining(
                        "millrace.records.writable.value has the field 'rank integer'")
                .hasMessageContaining("boolean, byte, short, int, long, float");
        WritableSettings.setValue(conf, "url text", "rank int");
        WritableSettings.setKey(conf, "url utf");
        assertThatThrownBy(() -> WritableScan.check(conf))
                .hasMessageContaining("name the field 'url' twice");
        WritableSettings.setKey(conf);
        conf.set(JobPredicate.WHERE, "rank > few");
        assertThatThrownBy(() -> WritableScan.check(conf))
                .hasMessageContaining("'few' is not a value of column rank");
    }

    @Test
    void gettersOfOtherFormsAndNumbersThatDoNotFitAreErrors() throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        new VLongWritable(1L << 40).write(new DataOutputStream(bytes));
        WritableRecord record =
                new WritableRecord(
                        new WritableLayout(
                                List.of(), List.of(new WritableField("n", WritableForm.VINT))),
                        "here");
        record.wrap(bytes.toByteArray(), 0, 0, bytes.size(), 17);
        assertThatThrownBy(() -> record.getInt(0))
                .isInstanceOf(BadFieldException.class)
                .hasMessage(
                        "Cannot read column 0 (n, vint) of the record at byte 17 of here. 1099511627776 does not fit into 32 bits. The field may be a vlong.");
        assertThatThrownBy(() -> record.getText(0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        "Column 0 (n) has the form vint, not text, utf or bytes. Call the getter of its form.");
        assertThat(record.indexOf("n")).isZero();
    }

    @Test
    void aTruncatedFileIsReported() throws Exception {
        List<WritableField> fields = List.of(new WritableField("n", WritableForm.LONG));
        lay(List.of(), fields);
        List<String> all = write(List.of(), fields, 40);
        byte[] whole = Files.readAllBytes(local());
        int reported = 0;
        for (int length = whole.length / 2; length < whole.length; length++) {
            Files.write(local(), Arrays.copyOf(whole, length));
            Files.deleteIfExists(directory.resolve(".records.seq.crc"));
            try {
                assertThat(all).startsWith(scan(0, Long.MAX_VALUE).toArray(new String[0]));
            } catch (IOException e) {
                reported++;
            }
        }
        assertThat(reported).isPositive();
    }

    private java.nio.file.Path local() {
        return directory.resolve("records.seq");
    }

    private Path path() {
        return new Path(local().toUri());
    }

    private List<String> scan(long start, long length) throws IOException {
        List<String> shown = new ArrayList<>();
        try (WritableScan scan =
                WritableScan.open(path(), start, length, conf, (name, amount) -> {})) {
            while (scan.next()) {
                shown.add(RandomWritables.shown(scan.record()));
            }
        }
        return shown;
    }
}
