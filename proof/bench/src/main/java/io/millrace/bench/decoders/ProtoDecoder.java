package io.millrace.bench.decoders;

import io.millrace.records.proto.ProtoRecord;
import io.millrace.records.proto.ProtoScan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;

/** The decoder of Protocol Buffers of the module records. */
final class ProtoDecoder extends VisitDecoder<ProtoRecord> {

    ProtoDecoder() {
        super("mutable", 1);
    }

    @Override
    void each(Path file, Columns columns, Consumer<ProtoRecord> use) throws IOException {
        Path descriptor = Files.createTempFile("visits", ".desc");
        try {
            ProtoVisits.writeDescriptor(descriptor);
            Configuration conf = configuration(columns);
            conf.set("millrace.records.proto.descriptor", descriptor.toUri().toString());
            conf.set("millrace.records.proto.message", ProtoVisits.NAME);
            scan(ProtoScan::open, file, conf, use);
        } finally {
            Files.delete(descriptor);
        }
    }

    @Override
    void text(ProtoRecord visit, int column, Digest digest) {
        text(visit.getText(column), digest);
    }

    @Override
    double real(ProtoRecord visit, int column) {
        return visit.getDouble(column);
    }

    @Override
    int whole(ProtoRecord visit, int column) {
        return visit.getInt(column);
    }
}
