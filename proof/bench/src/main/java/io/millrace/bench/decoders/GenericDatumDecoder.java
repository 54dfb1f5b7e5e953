package io.millrace.bench.decoders;

import java.io.IOException;
import java.nio.file.Path;
import java.util.function.Consumer;
import org.apache.avro.Schema;
import org.apache.avro.file.DataFileReader;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.util.Utf8;

/** Avro's own reader, with a reader's schema for two columns, and one record that it reuses. */
final class GenericDatumDecoder implements Decoder<Path> {

    @Override
    public String title() {
        return "GenericDatum";
    }

    @Override
    public long two(Path file) throws IOException {
        Digest digest = new Digest();
        each(
                file,
                AvroVisits.TWO,
                visit -> {
                    text(visit, 0, digest);
                    digest.real((double) visit.get(1));
                });
        return digest.value();
    }

    @Override
    public long nine(Path file) throws IOException {
        Digest digest = new Digest();
        each(
                file,
                AvroVisits.SCHEMA,
                visit -> {
                    text(visit, 0, digest);
                    text(visit, 1, digest);
                    digest.whole((int) visit.get(2));
                    digest.real((double) visit.get(3));
                    for (int column = 4; column < 8; column++) {
                        text(visit, column, digest);
                    }
                    digest.whole((int) visit.get(8));
                });
        return digest.value();
    }

    private static void text(GenericRecord visit, int column, Digest digest) {
        Utf8 text = (Utf8) visit.get(column);
        digest.text(text.getBytes(), 0, text.getByteLength());
    }

    private static void each(Path file, Schema schema, Consumer<GenericRecord> use)
            throws IOException {
        GenericDatumReader<GenericRecord> datums =
                new GenericDatumReader<>(AvroVisits.SCHEMA, schema);
        try (DataFileReader<GenericRecord> reader = new DataFileReader<>(file.toFile(), datums)) {
            GenericRecord visit = null;
            while (reader.hasNext()) {
                visit = reader.next(visit);
                use.accept(visit);
            }
        }
    }
}
