package io.millrace.collective.algorithm;

import io.millrace.engine.config.ByteSize;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.BiFunction;

/**
 * Hockney's model of a transport, from The communication challenge for MPP (1994): a message of m
 * bytes takes a + m b. An algorithm with a {@link Cost} of s steps and p m bytes takes s a + p m b.
 * The model knows nothing of the time to combine values, or of workers that share a core.
 *
 * @param latencyNanos a, the time of a message without content
 * @param byteNanos b, the time of each byte
 */
public record Hockney(double latencyNanos, double byteNanos) {

    private static final long LARGEST_BYTES = 1L << 30;

    /** In the order of preference if the times are equal. */
    private static final List<Algorithm> CANDIDATES =
            List.of(Algorithm.EXCHANGE, Algorithm.TREE, Algorithm.RABENSEIFNER, Algorithm.RING);

    @Override
    public String toString() {
        return String.format(
                Locale.ROOT, "%.1f µs + %.3f ns a byte", latencyNanos / 1000, byteNanos);
    }

    void write(DataOutput out) throws IOException {
        out.writeDouble(latencyNanos);
        out.writeDouble(byteNanos);
    }

    /** Reads the output of {@link #write}. */
    static Hockney read(DataInput in) throws IOException {
        return new Hockney(in.readDouble(), in.readDouble());
    }

    /** The slower of both in each constant. */
    Hockney slower(Hockney other) {
        return new Hockney(
                Math.max(latencyNanos, other.latencyNanos), Math.max(byteNanos, other.byteNanos));
    }

    /** The fastest algorithm for an all-reduce with a result of this size. */
    Algorithm forAllReduce(int workers, double bytes) {
        return fastest(Cost::ofAllReduce, workers, bytes);
    }

    /** The fastest algorithm for an all-gather of this many bytes from all workers together. */
    Algorithm forAllGather(int workers, double bytes) {
        return fastest(Cost::ofAllGather, workers, bytes);
    }

    private Algorithm fastest(
            BiFunction<Algorithm, Integer, Cost> costs, int workers, double bytes) {
        return CANDIDATES.stream()
                .min(Comparator.comparingDouble(each -> nanos(costs.apply(each, workers), bytes)))
                .orElseThrow();
    }

    /** The algorithms for all-reduces, each from the power of two from which it is the fastest. */
    public String table(int workers) {
        StringBuilder table = new StringBuilder();
        Algorithm before = Algorithm.AUTO;
        for (long bytes = 1; bytes <= LARGEST_BYTES; bytes *= 2) {
            Algorithm fastest = forAllReduce(workers, (double) bytes);
            if (fastest != before) {
                table.append(table.isEmpty() ? "" : ", ");
                table.append(fastest).append(" from ").append(ByteSize.format(bytes));
            }
            before = fastest;
        }
        return table.toString();
    }

    /** The time of an algorithm with this cost. */
    double nanos(Cost cost, double bytes) {
        return cost.steps() * latencyNanos + cost.path() * bytes * byteNanos;
    }
}
