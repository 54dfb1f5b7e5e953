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
final class GenericDatumDecoder extends VisitDecoder<GenericRecord> {

    GenericDatumDecoder() {
        super("GenericDatum", 1);
    }

    @Override
    void each(Path file, Columns columns, Consumer<GenericRecord> use) throws IOException {
        Schema schema = columns == Columns.TWO ? AvroVisits.TWO : AvroVisits.SCHEMA;
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

    @Override
    void text(GenericRecord visit, int column, Digest digest) {
        Utf8 text = (Utf8) visit.get(column);
        digest.text(text.getBytes(), 0, text.getByteLength());
    }

    @Override
    double real(GenericRecord visit, int column) {
        return (double) visit.get(column);
    }

    @Override
    int whole(GenericRecord visit, int column) {
        return (int) visit.get(column);
    }
}
