package io.millrace.records.avro;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.records.binary.BadBinaryFileException;
import io.millrace.records.binary.MalformedException;
import io.millrace.records.fuzz.Mutations;
import io.millrace.testing.Seeds;
import io.millrace.testing.Soak;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.io.BinaryDecoder;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.DecoderFactory;
import org.apache.avro.io.EncoderFactory;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Damaged Avro yields what Avro reads from it, or the documented exception. */
class AvroFuzzTest {

    private static final int SCHEMAS = Soak.cases(60, 10_000);
    private static final int CASES = 100;
    private static final int FILES = Soak.cases(8, 500);
    private static final String[] CODECS = {"null", "deflate", "snappy", "zstandard"};

    @TempDir private java.nio.file.Path directory;
    private final Random random = Seeds.random("avro fuzz");
    private final Mutations mutations = new Mutations(random);
    private final RandomAvro avro = new RandomAvro(random);
    private int equal;
    private int rejected;

    @Test
    void damagedRecordsAreReadAsAvroReadsThemOrRejected() throws Exception {
        for (int i = 0; i < SCHEMAS; i++) {
            Schema schema = avro.schema();
            AvroRecord record =
                    new AvroRecord(
                            new AvroPlan(schema, new ReaderSchema(schema), List.of(), Set.of()),
                            "here");
            for (int j = 0; j < CASES; j++) {
                byte[] bytes = mutations.of(encoded(schema));
                compare(record, bytes, schema);
            }
        }
        int few = SCHEMAS * CASES / 20;
        assertThat(equal).isGreaterThan(few);
        assertThat(rejected).isGreaterThan(few);
    }

    private void compare(AvroRecord record, byte[] bytes, Schema schema) {
        int from = random.nextInt(20);
        record.reset(mutations.around(bytes, from), from + bytes.length, 0);
        String shown;
        try {
            int end = record.moveTo(from);
            assertThat(end).isBetween(from, from + bytes.length);
            shown = AvroTwin.shown(record);
        } catch (MalformedException e) {
            assertThat(e).hasMessageEndingWith(".");
            rejected++;
            return;
        }
        List<String> columns = record.columns().stream().map(AvroColumn::name).toList();
        String expected = twin(bytes, schema, columns);
        // Avro cuts numbers that are too large, and checks fields that no column has.
        if (expected != null && !shown.contains("BAD")) {
            assertThat(shown).as("%s%n%s", schema, Seeds.line()).isEqualTo(expected);
            equal++;
        }
    }

    /** The columns as Avro reads them; null if it cannot. */
    private static @Nullable String twin(byte[] bytes, Schema schema, List<String> columns) {
        try {
            BinaryDecoder decoder = DecoderFactory.get().binaryDecoder(bytes, null);
            return AvroTwin.shown(
                    new GenericDatumReader<GenericRecord>(schema).read(null, decoder), columns);
        } catch (IOException | RuntimeException | StackOverflowError e) {
            return null;
        }
    }

    private byte[] encoded(Schema schema) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        BinaryEncoder encoder =
                random.nextBoolean()
                        ? EncoderFactory.get().binaryEncoder(bytes, null)
                        : new EncoderFactory()
                                .configureBlockSize(64)
                                .blockingBinaryEncoder(bytes, null);
        new GenericDatumWriter<GenericRecord>(schema).write(avro.next(schema), encoder);
        encoder.flush();
        return bytes.toByteArray();
    }

    @Test
    void damagedFilesAreReadOrRejectedWithTheFileAndTheByte() throws Exception {
        File file = directory.resolve("damaged.avro").toFile();
        Path path = new Path(file.toURI());
        Configuration conf = new Configuration();
        for (int i = 0; i < FILES; i++) {
            Schema schema = avro.schema();
            List<GenericRecord> records = new ArrayList<>();
            for (int j = 0; j < 20; j++) {
                records.add(avro.next(schema));
            }
            AvroTwin.write(file, schema, records, CODECS[i % CODECS.length], random);
            byte[] whole = Files.readAllBytes(file.toPath());
            for (int j = 0; j < 30; j++) {
                Files.write(file.toPath(), mutations.of(whole));
                long start = random.nextInt(3) == 0 ? random.nextInt(whole.length) : 0;
                try (AvroScan scan =
                        AvroScan.open(path, start, whole.length, conf, (name, amount) -> {})) {
                    while (scan.next()) {
                        assertThat(AvroTwin.shown(scan.record())).isNotNull();
                    }
                } catch (BadBinaryFileException e) {
                    assertThat(e.getMessage()).contains("damaged.avro at byte ");
                    rejected++;
                }
            }
        }
        assertThat(rejected).isGreaterThan(FILES * 5);
    }
}
