package io.millrace.bench.decoders;

import io.millrace.records.writable.WritableRecord;
import io.millrace.records.writable.WritableScan;
import java.io.IOException;
import java.nio.file.Path;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;

/** The decoder of Writables of the module records. */
final class WritableDecoder extends VisitDecoder<WritableRecord> {

    WritableDecoder() {
        super("mutable", 3);
    }

    @Override
    void each(Path file, Columns columns, Consumer<WritableRecord> use) throws IOException {
        Configuration conf = new Configuration();
        conf.set("millrace.records.writable.value", WritableVisit.FIELDS);
        scan(WritableScan::open, file, conf, use);
    }

    @Override
    void text(WritableRecord visit, int column, Digest digest) {
        text(visit.getText(column), digest);
    }

    @Override
    double real(WritableRecord visit, int column) {
        return visit.getDouble(column);
    }

    @Override
    int whole(WritableRecord visit, int column) {
        return visit.getInt(column);
    }
}
