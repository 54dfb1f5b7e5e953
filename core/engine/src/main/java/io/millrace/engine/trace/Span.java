package io.millrace.engine.trace;

/**
 * One stretch of one phase.
 *
 * @param who the attempt that the work was for, as text
 * @param thread name of the thread that did the work
 * @param startNanos {@link System#nanoTime} at the start
 * @param endNanos the same at the end
 * @param nanos time of the phase: the whole span, or, if phases interleave record by record, the
 *     part estimated by sampling
 * @param records records handled; for {@link Phase#MAP}, records for the shuffle, after combining
 * @param bytes bytes of these records
 */
public record Span(
        Phase phase,
        String who,
        String thread,
        long startNanos,
        long endNanos,
        long nanos,
        long records,
        long bytes) {}
