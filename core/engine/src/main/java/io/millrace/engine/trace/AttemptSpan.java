package io.millrace.engine.trace;

/**
 * One attempt in its slot.
 *
 * @param span the whole attempt, on its thread, which has the number of the slot; its phase is
 *     {@link Phase#MAP} or {@link Phase#REDUCE}, the kind of its task, or {@link
 *     Phase#PARTIAL_REDUCE} for a round of partial reduce; its volume is that of a map attempt's
 *     output, after combining, or of a reduce attempt's input
 * @param cpuNanos processor time of the thread meanwhile; -1 if it is not known, as for an attempt
 *     that another process ran
 */
public record AttemptSpan(Span span, Outcome outcome, long cpuNanos) {

    /** How an attempt ended, if it has. */
    public enum Outcome {
        /** It is still running; its end is the time of the query. */
        RUNNING,
        SUCCEEDED,
        FAILED,
        KILLED
    }

    public Phase main() {
        return span.phase();
    }

    public String who() {
        return span.who();
    }

    public String thread() {
        return span.thread();
    }

    public long startNanos() {
        return span.startNanos();
    }

    public long endNanos() {
        return span.endNanos();
    }

    public long nanos() {
        return span.nanos();
    }

    public long records() {
        return span.records();
    }

    public long bytes() {
        return span.bytes();
    }
}
