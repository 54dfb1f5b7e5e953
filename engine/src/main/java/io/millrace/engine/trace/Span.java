package io.millrace.engine.trace;

/**
 * One stretch of one phase.
 *
 * @param who the attempt that the work was for, as text
 * @param thread name of the thread that did it
 * @param startNanos {@link System#nanoTime} at the start
 * @param endNanos the same at the end
 * @param nanos what of that the phase took: all, but where phases interleave record by record the
 *     part that the samples give it
 * @param records records handled; of {@link Phase#MAP}, those for the shuffle, after combining
 * @param bytes their bytes
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
