package io.millrace.engine.trace;

/**
 * One stretch of one phase.
 *
 * @param who the attempt that the work was for, as text
 * @param thread name of the thread that did the work
 * @param nanos time of the phase: the whole interval, or, if phases interleave record by record,
 *     the part estimated by sampling
 * @param volume records handled; for {@link Phase#MAP}, records for the shuffle, after combining
 */
public record Span(
        Phase phase, String who, String thread, Interval interval, long nanos, Volume volume) {

    /** A span in which only this phase occurred. */
    static Span whole(Phase phase, String who, String thread, Interval interval, Volume volume) {
        return new Span(phase, who, thread, interval, interval.nanos(), volume);
    }

    public long startNanos() {
        return interval.startNanos();
    }

    public long endNanos() {
        return interval.endNanos();
    }

    public long records() {
        return volume.records();
    }

    public long bytes() {
        return volume.bytes();
    }
}
