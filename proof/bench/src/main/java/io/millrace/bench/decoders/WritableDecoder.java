package io.millrace.bench.decoders;

import io.millrace.records.text.TextSlice;
import io.millrace.records.writable.WritableRecord;
import io.millrace.records.writable.WritableScan;
import java.io.IOException;
import java.nio.file.Path;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;

/** The decoder of Writables of the module records. */
final class WritableDecoder implements Decoder<Path> {

    @Override
    public String title() {
        return "mutable";
    }

    @Override
    public long two(Path file) throws IOException {
        Digest digest = new Digest();
        each(
                file,
                visit -> {
                    text(visit, 0, digest);
                    digest.real(visit.getDouble(3));
                });
        return digest.value();
    }

    @Override
    public long nine(Path file) throws IOException {
        Digest digest = new Digest();
        each(
                file,
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

    private static void text(WritableRecord visit, int column, Digest digest) {
        TextSlice slice = visit.getText(column);
        digest.text(slice.bytes(), slice.offset(), slice.length());
    }

    private static void each(Path file, Consumer<WritableRecord> use) throws IOException {
        Configuration conf = new Configuration();
        conf.set("millrace.records.writable.value", WritableVisit.FIELDS);
        try (WritableScan scan =
                WritableScan.open(
                        new org.apache.hadoop.fs.Path(file.toUri()),
                        0,
                        Long.MAX_VALUE,
                        conf,
                        (name, amount) -> {})) {
            WritableRecord visit = scan.record();
            while (scan.next()) {
                use.accept(visit);
            }
        }
    }
}
