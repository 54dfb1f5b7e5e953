package io.millrace.bench.decoders;

import io.millrace.bench.frame.BenchException;
import io.millrace.bench.frame.Sample;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Measures all decoders on the same bytes, on one thread, alternating. The figures are of processor
 * time, so that they are those of a core even if other processes run.
 */
final class Decoders {

    private static final double GB = 1e9;
    private static final ThreadMXBean CLOCK = ManagementFactory.getThreadMXBean();
    private final long bytes;
    private final int rounds;

    /**
     * Measures {@code rounds} passes over a table, after one that does not count.
     *
     * @param bytes the size of the table
     */
    Decoders(long bytes, int rounds) {
        this.bytes = bytes;
        this.rounds = rounds;
    }

    /** A decoder with its table and its columns. */
    interface Reading {

        /** How it is called in results. */
        String title();

        /** Reads the table. Returns seconds of the processor. */
        double seconds() throws BenchException;
    }

    /**
     * Readings of decoders in this process.
     *
     * @param all the decoders; the values of others are compared with those of the first
     */
    static <I> List<Reading> readings(List<Decoder<I>> all, I table, Columns columns)
            throws BenchException {
        long digest = columns.decode(all.get(0), table);
        List<Reading> readings = new ArrayList<>();
        for (Decoder<I> each : all) {
            readings.add(new InThread<>(each, table, columns, digest));
        }
        return readings;
    }

    private record InThread<I>(Decoder<I> decoder, I table, Columns columns, long digest)
            implements Reading {

        @Override
        public String title() {
            return decoder.title();
        }

        @Override
        public double seconds() throws BenchException {
            long start = CLOCK.getCurrentThreadCpuTime();
            long found = columns.decode(decoder, table);
            double elapsed = (CLOCK.getCurrentThreadCpuTime() - start) / GB;
            if (found != digest) {
                throw new BenchException(title() + " decodes other values");
            }
            return elapsed;
        }
    }

    /** A table of throughputs; times are relative to the first reading. */
    String rows(Columns columns, List<Reading> all) throws BenchException {
        List<List<Double>> seconds = new ArrayList<>();
        all.forEach(each -> seconds.add(new ArrayList<>()));
        for (int round = 0; round <= rounds; round++) {
            for (int i = 0; i < all.size(); i++) {
                double elapsed = all.get(i).seconds();
                if (round > 0) {
                    seconds.get(i).add(elapsed);
                }
            }
        }
        StringBuilder rows = new StringBuilder();
        double ours = new Sample(seconds.get(0)).median();
        for (int i = 0; i < all.size(); i++) {
            double median = new Sample(seconds.get(i)).median();
            rows.append(
                    String.format(
                            Locale.ROOT,
                            "%-4s columns  %-25s %7.3f GB/s %6.1f%n",
                            columns.word(),
                            all.get(i).title(),
                            bytes / GB / median,
                            median / ours));
        }
        return rows.toString();
    }
}
