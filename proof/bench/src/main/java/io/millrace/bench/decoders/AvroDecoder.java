package io.millrace.bench.decoders;

import io.millrace.records.avro.AvroRecord;
import io.millrace.records.avro.AvroScan;
import java.io.IOException;
import java.nio.file.Path;
import java.util.function.Consumer;

/** The decoder of Avro of the module records. */
final class AvroDecoder extends VisitDecoder<AvroRecord> {

    AvroDecoder() {
        super("mutable", 1);
    }

    @Override
    void each(Path file, Columns columns, Consumer<AvroRecord> use) throws IOException {
        scan(AvroScan::open, file, configuration(columns), use);
    }

    @Override
    void text(AvroRecord visit, int column, Digest digest) {
        text(visit.getText(column), digest);
    }

    @Override
    double real(AvroRecord visit, int column) {
        return visit.getDouble(column);
    }

    @Override
    int whole(AvroRecord visit, int column) {
        return column == 2 ? visit.getDate(column) : visit.getInt(column);
    }
}
