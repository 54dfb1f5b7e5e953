package io.millrace.engine.trace;

import org.jspecify.annotations.Nullable;

/**
 * One batch of work that is being measured, on one thread. If the thread is in an attempt's loop,
 * the loop's phases do not count this time.
 */
public final class OpenSpan {

    private final Trace trace;
    private final Phase phase;
    private final String who;
    private final @Nullable Loop around;
    private final @Nullable PhaseEvent event;
    private final String thread = Thread.currentThread().getName();
    private final long startNanos = System.nanoTime();

    OpenSpan(Trace trace, Phase phase, String who, @Nullable Loop around) {
        this.trace = trace;
        this.phase = phase;
        this.who = who;
        this.around = around;
        this.event = FlightRecording.phase();
        if (around != null) {
            around.pause();
        }
    }

    String who() {
        return who;
    }

    /** Ends the stretch, in which {@code records} with {@code bytes} were handled. */
    public void end(long records, long bytes) {
        long endNanos = System.nanoTime();
        long nanos = endNanos - startNanos;
        if (around != null) {
            around.resume(nanos);
        }
        trace.ended(this);
        Span span = span(endNanos, records, bytes);
        trace.add(span);
        if (event != null) {
            event.commit(trace.job(), span);
        }
    }

    /** Ends the stretch without tracing it, because there was nothing to do. */
    public void drop() {
        trace.ended(this);
        if (around != null) {
            around.resume(0);
        }
    }

    /** The stretch so far, for live views. Called by any thread. */
    Span soFar() {
        return span(System.nanoTime(), 0, 0);
    }

    private Span span(long untilNanos, long records, long bytes) {
        Interval interval = new Interval(startNanos, untilNanos);
        return Span.whole(phase, who, thread, interval, new Volume(records, bytes));
    }
}
