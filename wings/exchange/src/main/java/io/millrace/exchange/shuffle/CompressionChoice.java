package io.millrace.exchange.shuffle;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.millrace.engine.plan.RunCompression;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Measures how long parts take to another worker, and decides which of them are compressed. With
 * {@code auto}, those where the time that the network saves is longer than the time that it takes
 * to compress, twice over: map tasks need the processor too. So the first parts tell, and a network
 * that is as fast as a memory bus never sees a compressed part.
 *
 * <p>The network is as fast as in the best of its recent samples: in others, its threads may have
 * waited for a processor. Thread-safe.
 */
final class CompressionChoice {

    /**
     * The time that the other worker may take before it answers. Without it, small parts would make
     * any network look slow.
     */
    private static final long ANSWER_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

    /** Time to compress a byte, and the size that it shrinks to, until that is measured. */
    private static final double ASSUMED_NANOS = 4;

    private static final double ASSUMED_RATIO = 0.6;

    /** Bytes of a sample, at least. */
    private static final long SAMPLE_BYTES = 256 << 10;

    /** Recent samples. */
    private static final int SAMPLES = 8;

    /** The weight of processor time against time on the network. */
    private static final double PROCESSOR_WEIGHT = 2;

    private final RunCompression compression;
    private final LongSupplier clock;

    /** Parts that were sent, and are not answered. */
    @GuardedBy("this")
    private int underWay;

    /** When the first of them was sent. */
    @GuardedBy("this")
    private long busySince;

    /**
     * Time in which the network was waited for, or parts were under way, since the last sample,
     * without the present one and without answers.
     */
    @GuardedBy("this")
    private long busyNanos;

    /** Bytes handed to the network since the last sample. */
    @GuardedBy("this")
    private long handed;

    /** The last samples, each the time for a byte. */
    @GuardedBy("this")
    private final Deque<Double> samples = new ArrayDeque<>();

    @GuardedBy("this")
    private final Work plain = new Work();

    @GuardedBy("this")
    private final Work compressed = new Work();

    /** The making of parts. */
    private static final class Work {
        private long nanos;
        private long content;
        private long made;

        boolean any() {
            return content > 0;
        }

        double nanosPerByte() {
            return (double) nanos / content;
        }

        /** Bytes for each byte of the records; more than one where lengths come with short ones. */
        double size() {
            return (double) made / content;
        }
    }

    CompressionChoice(RunCompression compression, LongSupplier nanoClock) {
        this.compression = compression;
        this.clock = nanoClock;
    }

    /** The end of a part is sent; {@link #ended} follows. */
    synchronized void begun() {
        if (underWay == 0) {
            busySince = clock.getAsLong();
        }
        underWay++;
    }

    /** Bytes of a part are with the network, which was waited for. */
    synchronized void handed(long bytes, long waitedNanos) {
        handed += bytes;
        busyNanos += waitedNanos;
    }

    /** A part was made. */
    synchronized void made(boolean withCompression, long content, long bytes, long nanos) {
        Work work = withCompression ? compressed : plain;
        work.nanos += nanos;
        work.content += content;
        work.made += bytes;
    }

    /** A part was received, or will not be. */
    synchronized void ended() {
        underWay--;
        if (underWay == 0) {
            busyNanos += presentNanos();
            if (handed >= SAMPLE_BYTES) {
                takeSample();
            }
        }
    }

    @GuardedBy("this")
    private void takeSample() {
        samples.add((double) busyNanos / handed);
        if (samples.size() > SAMPLES) {
            samples.remove();
        }
        busyNanos = 0;
        handed = 0;
    }

    private synchronized long presentNanos() {
        return Math.max(0, clock.getAsLong() - busySince - ANSWER_NANOS);
    }

    /** Whether the next part is to be compressed. */
    synchronized boolean compresses() {
        return switch (compression) {
            case NONE -> false;
            case LZ4 -> true;
            case AUTO -> PROCESSOR_WEIGHT * nanosToCompress() < savedBytes() * networkNanos();
        };
    }

    /** Time to compress a byte of the records. */
    private synchronized double nanosToCompress() {
        return compressed.any()
                ? Math.max(1, compressed.nanosPerByte() - (plain.any() ? plain.nanosPerByte() : 0))
                : ASSUMED_NANOS;
    }

    /** Bytes that compression saves for each byte of the records. */
    private synchronized double savedBytes() {
        double size = plain.any() ? plain.size() : 1;
        return compressed.any() ? size - compressed.size() : size * (1 - ASSUMED_RATIO);
    }

    /** Time to send a byte; without a sample, at least that, as some may be under way. */
    private synchronized double networkNanos() {
        double best = samples.stream().mapToDouble(each -> each).min().orElse(Double.MAX_VALUE);
        if (handed == 0 || (handed < SAMPLE_BYTES && !samples.isEmpty())) {
            return samples.isEmpty() ? 0 : best;
        }
        long busy = busyNanos + (underWay == 0 ? 0 : presentNanos());
        return Math.min(best, (double) busy / handed);
    }
}
