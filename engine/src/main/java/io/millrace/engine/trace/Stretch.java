package io.millrace.engine.trace;

import org.jspecify.annotations.Nullable;

/**
 * One batch of work that is being measured, on one thread. Where the thread is in an attempt's
 * loop, the loop's phases do not count what this takes.
 */
public final class Stretch {

    private final Trace trace;
    private final Phase phase;
    private final String who;
    private final @Nullable Loop around;
    private final @Nullable PhaseEvent event;
    private final long startNanos = System.nanoTime();

    Stretch(Trace trace, Phase phase, String who, @Nullable Loop around) {
        this.trace = trace;
        this.phase = phase;
        this.who = who;
        this.around = around;
        this.event = PhaseEvent.now();
        if (around != null) {
            around.pause();
        }
    }

    /** Ends the stretch; {@code records} and their {@code bytes} is what was handled. */
    public void end(long records, long bytes) {
        long endNanos = System.nanoTime();
        long nanos = endNanos - startNanos;
        if (around != null) {
            around.resume(nanos);
        }
        String thread = Thread.currentThread().getName();
        Span span = new Span(phase, who, thread, startNanos, endNanos, nanos, records, bytes);
        trace.add(span);
        if (event != null) {
            event.commit(trace.job(), span);
        }
    }

    /** Ends the stretch without a trace: there was nothing to do. */
    public void drop() {
        if (around != null) {
            around.resume(0);
        }
    }
}
