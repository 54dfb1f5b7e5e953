package io.millrace.exchange.shuffle;

import java.util.Locale;

/**
 * The times of a network between two machines.
 *
 * @param latency seconds from the end of a message's sending to its arrival
 * @param secondsPerByte of a long message
 */
public record NetworkTimes(double latency, double secondsPerByte) {

    private static final double NANOS = 1e-9;
    private static final double MILLIS = 1e3;
    private static final double BITS_OF_MEGABYTE = 8e-6;

    /** From times in nanoseconds. */
    public static NetworkTimes ofNanos(double latency, double byteTime) {
        return new NetworkTimes(latency * NANOS, byteTime * NANOS);
    }

    /** {@code 0.12 ms and 940 Mbit/s}. */
    @Override
    public String toString() {
        return String.format(
                Locale.ROOT,
                "%.2f ms and %.0f Mbit/s",
                latency * MILLIS,
                BITS_OF_MEGABYTE / secondsPerByte);
    }
}
