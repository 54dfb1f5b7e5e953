package io.millrace.engine.trace;

/**
 * One attempt in its slot.
 *
 * @param main {@link Phase#MAP} or {@link Phase#REDUCE}: the kind of its task; {@link
 *     Phase#PARTIAL_REDUCE} for a round of partial reduce
 * @param who the attempt, as text
 * @param thread name of its thread, which has the number of the slot
 * @param startNanos {@link System#nanoTime} at the start
 * @param endNanos the same at the end
 * @param records a map attempt's output records, after combining, or a reduce attempt's input
 *     records
 * @param bytes bytes of these records
 * @param cpuNanos processor time of the thread meanwhile; -1 if it is not known, as for an attempt
 *     that another process ran
 */
public record AttemptSpan(
        Phase main,
        String who,
        String thread,
        long startNanos,
        long endNanos,
        Outcome outcome,
        long records,
        long bytes,
        long cpuNanos) {

    /** How an attempt ended, if it has. */
    public enum Outcome {
        /** It is still running; its end is the time of the query. */
        RUNNING,
        SUCCEEDED,
        FAILED,
        KILLED
    }

    public long nanos() {
        return endNanos - startNanos;
    }
}
