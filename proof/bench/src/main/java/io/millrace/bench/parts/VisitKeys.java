package io.millrace.bench.parts;

import java.io.IOException;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.apache.hadoop.io.DataOutputBuffer;
import org.apache.hadoop.io.Text;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * Keys of the aggregation over visits of web pages (Pavlo et al.): the addresses of the large
 * aggregation, their first seven characters of the small one, and addresses of pages, which begin
 * alike.
 */
@State(Scope.Benchmark)
public class VisitKeys {

    private static final int DISTINCT = 100_000;
    private static final int SMALL = 7;
    private static final long SEED = 1;

    @Param({"sourceIP", "sourceIP7", "url"})
    public String keys = "";

    @Param("262144")
    public int records;

    /** One for each record, serialized. */
    byte[][] bytes = {};

    @Setup
    public void make() throws IOException {
        SplittableRandom random = new SplittableRandom(SEED);
        bytes = new byte[records][];
        for (int i = 0; i < records; i++) {
            DataOutputBuffer out = new DataOutputBuffer();
            new Text(key(random.nextInt(DISTINCT))).write(out);
            bytes[i] = Arrays.copyOf(out.getData(), out.getLength());
        }
    }

    private String key(int number) {
        long bits = new SplittableRandom(number).nextLong();
        if (keys.equals("url")) {
            return "http://www.example.org/catalogue/products/item?number="
                    + Long.toString(bits >>> 1, Character.MAX_RADIX);
        }
        String address =
                1
                        + (bits >>> 24) % 223
                        + "."
                        + (bits >>> 16 & 255)
                        + "."
                        + (bits >>> 8 & 255)
                        + "."
                        + (bits & 255);
        return keys.equals("sourceIP7")
                ? address.substring(0, Math.min(SMALL, address.length()))
                : address;
    }
}
