package io.millrace.engine.trace;

import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An attempt's loop over its records, in which phases interleave record by record. Its time is
 * measured as a whole; how it divides among the phases is estimated from looks at the {@link
 * PhaseMark}, at a steady pace, as a sampling profiler does. Stretches of other phases on the same
 * thread are measured by themselves and taken off before. Ended by its own thread, looked at by the
 * sampler.
 */
public final class Loop {

    private final Trace trace;
    private final Phase main;
    private final String who;
    private final PhaseMark mark;
    private final String thread = Thread.currentThread().getName();
    private final Map<Phase, PhaseEvent> events = PhaseEvent.beginInterleaved();
    private final long startNanos = System.nanoTime();

    /** Guarded by this, as the next. */
    private final Map<Phase, Long> looks = new EnumMap<>(Phase.class);

    private int paused;

    /** The loop's own thread only, as the next. */
    private long nestedNanos;

    private long endNanos;

    Loop(Trace trace, Phase main, String who, PhaseMark mark) {
        this.trace = trace;
        this.main = main;
        this.who = who;
        this.mark = mark;
        mark.enter(main);
    }

    String who() {
        return who;
    }

    synchronized void pause() {
        paused++;
    }

    void resume(long nanos) {
        nestedNanos += nanos;
        synchronized (this) {
            paused--;
        }
    }

    /** Counts the phase that the loop is in now. Called by the sampler. */
    synchronized void look() {
        if (paused == 0) {
            looks.merge(mark.current(), 1L, Long::sum);
        }
    }

    /** Stops the loop's clock. */
    public void stop() {
        if (endNanos == 0) {
            endNanos = System.nanoTime();
            trace.stopped(this);
        }
    }

    /**
     * Stops the loop if it runs, and traces it. What the attempt emitted may be known only after
     * the loop.
     */
    public void end(long records, long bytes) {
        stop();
        long nanos = Math.max(0, endNanos - startNanos - nestedNanos);
        Map<Phase, Long> counted = trace.counted(main, looks());
        long all = counted.values().stream().mapToLong(Long::longValue).sum();
        counted.putIfAbsent(main, 0L);
        for (Map.Entry<Phase, Long> entry : counted.entrySet()) {
            Phase phase = entry.getKey();
            long share = all == 0 ? nanos : (long) (nanos * (double) entry.getValue() / all);
            boolean named = phase == main;
            Span span =
                    new Span(
                            phase,
                            who,
                            thread,
                            startNanos,
                            endNanos,
                            share,
                            named ? records : 0,
                            named ? bytes : 0);
            trace.add(span);
            @Nullable PhaseEvent event = events.get(phase);
            if (event != null) {
                event.commit(trace.job(), span);
            }
        }
        trace.handled(who, records, bytes);
    }

    private synchronized Map<Phase, Long> looks() {
        return new EnumMap<>(looks);
    }
}
