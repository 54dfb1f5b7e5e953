package io.millrace.bench.decoders;

import io.millrace.bench.job.BenchException;
import io.millrace.bench.job.Sample;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Measures all decoders on the same bytes, on one thread, alternating. The figures are of the
 * thread's processor time, so that they are those of a core even if other processes run.
 *
 * @param <I> the form of the table
 */
public final class Decoders<I> {

    private static final double GB = 1e9;
    private static final ThreadMXBean CLOCK = ManagementFactory.getThreadMXBean();
    private final List<Decoder<I>> all;
    private final I input;
    private final long bytes;
    private final int rounds;

    /**
     * Measures {@code rounds} passes over a table, after one that does not count.
     *
     * @param all the decoders; others are compared with the first
     * @param bytes the size of the table
     */
    Decoders(List<Decoder<I>> all, I input, long bytes, int rounds) {
        this.all = all;
        this.input = input;
        this.bytes = bytes;
        this.rounds = rounds;
    }

    /** A pass over the table. */
    private interface Pass<I> {
        long of(Decoder<I> decoder, I table) throws BenchException;
    }

    /**
     * A table of throughputs.
     *
     * @throws BenchException if two decoders see different values
     */
    public String table() throws BenchException {
        return rows("two columns", Decoder::two) + rows("nine columns", Decoder::nine);
    }

    private String rows(String title, Pass<I> pass) throws BenchException {
        List<List<Double>> seconds = new ArrayList<>();
        all.forEach(decoder -> seconds.add(new ArrayList<>()));
        long expected = pass.of(all.get(0), input);
        for (int round = 0; round <= rounds; round++) {
            for (int i = 0; i < all.size(); i++) {
                long start = CLOCK.getCurrentThreadCpuTime();
                long digest = pass.of(all.get(i), input);
                double elapsed = (CLOCK.getCurrentThreadCpuTime() - start) / GB;
                if (digest != expected) {
                    throw new BenchException(
                            all.get(i).title()
                                    + " decodes other values than "
                                    + all.get(0).title());
                }
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
                            "%-13s %-14s %7.3f GB/s %6.1f%n",
                            title,
                            all.get(i).title(),
                            bytes / GB / median,
                            median / ours));
        }
        return rows.toString();
    }
}
