package io.millrace.engine.trace;

/**
 * A time of this process.
 *
 * @param startNanos {@link System#nanoTime} at the start
 * @param endNanos the same at the end
 */
public record Interval(long startNanos, long endNanos) {

    public long nanos() {
        return endNanos - startNanos;
    }
}
