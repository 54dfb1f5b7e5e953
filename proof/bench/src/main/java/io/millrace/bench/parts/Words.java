package io.millrace.bench.parts;

import io.millrace.workloads.sample.ZipfRanks;
import java.io.IOException;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.apache.hadoop.io.DataOutputBuffer;
import org.apache.hadoop.io.Text;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** Words as a word count meets them: few that are frequent (Zipf), or all equally so. */
@State(Scope.Benchmark)
public class Words {

    private static final int DISTINCT = 100_000;
    private static final long SEED = 1;

    @Param({"uniform", "zipf"})
    public String keys = "";

    @Param("262144")
    public int records;

    /** One for each record. */
    Text[] words = {};

    /** The same, serialized. */
    byte[][] bytes = {};

    @Setup
    public void make() throws IOException {
        SplittableRandom random = new SplittableRandom(SEED);
        ZipfRanks ranks = new ZipfRanks(DISTINCT, 1);
        boolean uniform = keys.equals("uniform");
        words = new Text[records];
        bytes = new byte[records][];
        for (int i = 0; i < records; i++) {
            int rank = uniform ? random.nextInt(DISTINCT) : ranks.rank(random.nextLong());
            words[i] = new Text(word(rank));
            DataOutputBuffer out = new DataOutputBuffer();
            words[i].write(out);
            bytes[i] = Arrays.copyOf(out.getData(), out.getLength());
        }
    }

    /** Three to thirteen letters, the same for the same rank. */
    private static String word(int rank) {
        long bits = new SplittableRandom(rank).nextLong();
        return Long.toString(bits >>> 1, Character.MAX_RADIX).substring(0, 3 + (rank & 7));
    }
}
