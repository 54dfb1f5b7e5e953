package io.millrace.bench.decoders;

import io.millrace.records.scan.FileScan;
import io.millrace.records.scan.RecordScan;
import io.millrace.records.text.TextSlice;
import java.io.IOException;
import java.nio.file.Path;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;

/**
 * A decoder of visits in a file.
 *
 * @param <V> a visit
 */
abstract class VisitDecoder<V> implements Decoder<Path> {

    private final String title;
    private final int revenueOfTwo;

    /**
     * A decoder.
     *
     * @param revenueOfTwo the place of adRevenue in a visit of which two columns are read
     */
    VisitDecoder(String title, int revenueOfTwo) {
        this.title = title;
        this.revenueOfTwo = revenueOfTwo;
    }

    /** Reads these columns, or all. */
    abstract void each(Path file, Columns columns, Consumer<V> use) throws IOException;

    abstract void text(V visit, int column, Digest digest);

    abstract double real(V visit, int column);

    /** A whole number, or the days of a date. */
    abstract int whole(V visit, int column);

    @Override
    public final String title() {
        return title;
    }

    @Override
    public final long two(Path file) throws IOException {
        Digest digest = new Digest();
        each(
                file,
                Columns.TWO,
                visit -> {
                    text(visit, 0, digest);
                    digest.real(real(visit, revenueOfTwo));
                });
        return digest.value();
    }

    @Override
    public final long nine(Path file) throws IOException {
        Digest digest = new Digest();
        each(
                file,
                Columns.NINE,
                visit -> {
                    text(visit, 0, digest);
                    text(visit, 1, digest);
                    digest.whole(whole(visit, 2));
                    digest.real(real(visit, 3));
                    for (int column = 4; column < 8; column++) {
                        text(visit, column, digest);
                    }
                    digest.whole(whole(visit, 8));
                });
        return digest.value();
    }

    /** Reads a file by a decoder of the module records. */
    static <V> void scan(FileScan<V> scan, Path file, Configuration conf, Consumer<V> use)
            throws IOException {
        try (RecordScan<V> visits =
                scan.open(
                        new org.apache.hadoop.fs.Path(file.toUri()),
                        0,
                        Long.MAX_VALUE,
                        conf,
                        (name, amount) -> {})) {
            V visit = visits.record();
            while (visits.next()) {
                use.accept(visit);
            }
        }
    }

    /** Settings by which a decoder of the module records reads these columns only. */
    static Configuration configuration(Columns columns) {
        Configuration conf = new Configuration();
        if (columns == Columns.TWO) {
            conf.set("millrace.records.columns", "sourceIP,adRevenue");
        }
        return conf;
    }

    static void text(TextSlice slice, Digest digest) {
        digest.text(slice.bytes(), slice.offset(), slice.length());
    }
}
