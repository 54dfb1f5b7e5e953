package io.millrace.bench.decoders;

import io.millrace.records.proto.ProtoRecord;
import io.millrace.records.proto.ProtoScan;
import io.millrace.records.text.TextSlice;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;

/** The decoder of Protocol Buffers of the module records. */
final class ProtoDecoder implements Decoder<Path> {

    @Override
    public String title() {
        return "mutable";
    }

    @Override
    public long two(Path file) throws IOException {
        Digest digest = new Digest();
        Configuration conf = new Configuration();
        conf.set("millrace.records.columns", "sourceIP,adRevenue");
        each(
                file,
                conf,
                visit -> {
                    text(visit, 0, digest);
                    digest.real(visit.getDouble(1));
                });
        return digest.value();
    }

    @Override
    public long nine(Path file) throws IOException {
        Digest digest = new Digest();
        each(
                file,
                new Configuration(),
                visit -> {
                    text(visit, 0, digest);
                    text(visit, 1, digest);
                    digest.whole(visit.getInt(2));
                    digest.real(visit.getDouble(3));
                    for (int column = 4; column < 8; column++) {
                        text(visit, column, digest);
                    }
                    digest.whole(visit.getInt(8));
                });
        return digest.value();
    }

    private static void text(ProtoRecord visit, int column, Digest digest) {
        TextSlice slice = visit.getText(column);
        digest.text(slice.bytes(), slice.offset(), slice.length());
    }

    private static void each(Path file, Configuration conf, Consumer<ProtoRecord> use)
            throws IOException {
        Path descriptor = Files.createTempFile("visits", ".desc");
        try {
            ProtoVisits.writeDescriptor(descriptor);
            conf.set("millrace.records.proto.descriptor", descriptor.toUri().toString());
            conf.set("millrace.records.proto.message", ProtoVisits.NAME);
            try (ProtoScan scan =
                    ProtoScan.open(
                            new org.apache.hadoop.fs.Path(file.toUri()),
                            0,
                            Long.MAX_VALUE,
                            conf,
                            (name, amount) -> {})) {
                ProtoRecord visit = scan.record();
                while (scan.next()) {
                    use.accept(visit);
                }
            }
        } finally {
            Files.delete(descriptor);
        }
    }
}
