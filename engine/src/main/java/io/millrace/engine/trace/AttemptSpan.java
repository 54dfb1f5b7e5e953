package io.millrace.engine.trace;

/**
 * One attempt in its slot.
 *
 * @param main {@link Phase#MAP} or {@link Phase#REDUCE}: which kind of task it is an attempt at
 * @param who the attempt, as text
 * @param thread name of its thread, which has the number of the slot
 * @param startNanos {@link System#nanoTime} at the start
 * @param endNanos the same at the end
 * @param records of a map attempt what it emitted, after combining; of a reduce attempt what it
 *     read
 * @param bytes their bytes
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
        /** It has not; its end is when it was asked for. */
        RUNNING,
        SUCCEEDED,
        FAILED,
        KILLED
    }

    public long nanos() {
        return endNanos - startNanos;
    }
}
