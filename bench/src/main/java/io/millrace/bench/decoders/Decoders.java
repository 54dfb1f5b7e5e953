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
 */
public final class Decoders {

    private static final double GB = 1e9;
    private static final ThreadMXBean CLOCK = ManagementFactory.getThreadMXBean();
    private static final List<Decoder> ALL =
            List.of(
                    new MutableDecoder(),
                    new ImmutableDecoder(),
                    new SplitDecoder(),
                    new FastCsvDecoder());

    private final byte[] text;
    private final int rounds;

    /** Measures {@code rounds} passes over a text, after one that does not count. */
    public Decoders(byte[] text, int rounds) {
        this.text = text;
        this.rounds = rounds;
    }

    /** A pass over the text. */
    private interface Pass {
        long of(Decoder decoder, byte[] text) throws BenchException;
    }

    /**
     * A table of throughputs.
     *
     * @throws BenchException if two decoders see different values
     */
    public String table() throws BenchException {
        return rows("two columns", Decoder::two) + rows("nine columns", Decoder::nine);
    }

    private String rows(String title, Pass pass) throws BenchException {
        List<List<Double>> seconds = new ArrayList<>();
        ALL.forEach(decoder -> seconds.add(new ArrayList<>()));
        long expected = pass.of(ALL.get(0), text);
        for (int round = 0; round <= rounds; round++) {
            for (int i = 0; i < ALL.size(); i++) {
                long start = CLOCK.getCurrentThreadCpuTime();
                long digest = pass.of(ALL.get(i), text);
                double elapsed = (CLOCK.getCurrentThreadCpuTime() - start) / GB;
                if (digest != expected) {
                    throw new BenchException(
                            ALL.get(i).title()
                                    + " decodes other values than "
                                    + ALL.get(0).title());
                }
                if (round > 0) {
                    seconds.get(i).add(elapsed);
                }
            }
        }
        StringBuilder rows = new StringBuilder();
        double ours = new Sample(seconds.get(0)).median();
        for (int i = 0; i < ALL.size(); i++) {
            double median = new Sample(seconds.get(i)).median();
            rows.append(
                    String.format(
                            Locale.ROOT,
                            "%-13s %-10s %7.3f GB/s %6.1f%n",
                            title,
                            ALL.get(i).title(),
                            text.length / GB / median,
                            median / ours));
        }
        return rows.toString();
    }
}
