package io.millrace.bench.decoders;

import io.millrace.records.avro.AvroRecord;
import io.millrace.records.avro.AvroScan;
import io.millrace.records.text.TextSlice;
import java.io.IOException;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;

/** The decoder of Avro of the module records. */
final class AvroDecoder implements Decoder<Path> {

    @Override
    public String title() {
        return "mutable";
    }

    @Override
    public long two(Path file) throws IOException {
        Configuration conf = new Configuration();
        conf.set("millrace.records.columns", "sourceIP,adRevenue");
        Digest digest = new Digest();
        try (AvroScan scan = open(file, conf)) {
            AvroRecord visit = scan.record();
            while (scan.next()) {
                text(visit, 0, digest);
                digest.real(visit.getDouble(1));
            }
        }
        return digest.value();
    }

    @Override
    public long nine(Path file) throws IOException {
        Digest digest = new Digest();
        try (AvroScan scan = open(file, new Configuration())) {
            AvroRecord visit = scan.record();
            while (scan.next()) {
                text(visit, 0, digest);
                text(visit, 1, digest);
                digest.whole(visit.getDate(2));
                digest.real(visit.getDouble(3));
                for (int column = 4; column < 8; column++) {
                    text(visit, column, digest);
                }
                digest.whole(visit.getInt(8));
            }
        }
        return digest.value();
    }

    private static AvroScan open(Path file, Configuration conf) throws IOException {
        return AvroScan.open(
                new org.apache.hadoop.fs.Path(file.toUri()),
                0,
                Long.MAX_VALUE,
                conf,
                (name, amount) -> {});
    }

    private static void text(AvroRecord visit, int column, Digest digest) {
        TextSlice slice = visit.getText(column);
        digest.text(slice.bytes(), slice.offset(), slice.length());
    }
}
