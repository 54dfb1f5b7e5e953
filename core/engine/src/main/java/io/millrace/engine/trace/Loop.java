package io.millrace.engine.trace;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An attempt's loop over its records, in which phases interleave record by record. Its time is
 * measured as a whole, and divided among the phases by sampling the {@link PhaseMark} at a steady
 * pace, like a sampling profiler. Stretches of other phases on the same thread are measured
 * separately and subtracted first. The loop's own thread ends it; the sampler samples it.
 */
public final class Loop {

    private final Trace trace;
    private final Phase main;
    private final String who;
    private final PhaseMark mark;
    private final String thread = Thread.currentThread().getName();
    private final Map<Phase, PhaseEvent> events = FlightRecording.interleavedPhases();
    private final long startNanos = System.nanoTime();

    @GuardedBy("this")
    private final Map<Phase, Long> looks = new EnumMap<>(Phase.class);

    @GuardedBy("this")
    private int paused;

    @GuardedBy("this")
    private long nestedNanos;

    /** 0 until the loop has stopped. */
    @GuardedBy("this")
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
        synchronized (this) {
            paused--;
            if (paused == 0 && endNanos == 0) {
                nestedNanos += nanos; // of stretches within stretches, the outermost has it all
            }
        }
    }

    /** Samples the phase that the loop is in now. Called by the sampler. */
    synchronized void look() {
        if (paused == 0 && endNanos == 0) {
            looks.merge(mark.current(), 1L, Long::sum);
        }
    }

    /** Stops the loop's clock. */
    public synchronized void stop() {
        if (endNanos == 0) {
            endNanos = System.nanoTime();
        }
    }

    /**
     * Stops the loop if it runs, and traces it. The attempt's output may be known only after the
     * loop.
     */
    public void end(long records, long bytes) {
        stop();
        trace.ended(this);
        Map<Phase, Long> counted = trace.counted(main, looks());
        Volume volume = new Volume(records, bytes);
        for (Span span : spans(counted, volume)) {
            trace.add(span);
            @Nullable PhaseEvent event = events.get(span.phase());
            if (event != null) {
                event.commit(trace.job(), span);
            }
        }
        trace.handled(who, volume);
    }

    /** The time of the loop's phases so far, for live views. Called by any thread. */
    List<Span> soFar() {
        return spans(looks(), Volume.NONE);
    }

    private synchronized List<Span> spans(Map<Phase, Long> counted, Volume volume) {
        long untilNanos = endNanos == 0 ? System.nanoTime() : endNanos;
        Interval interval = new Interval(startNanos, untilNanos);
        long nanos = Math.max(0, interval.nanos() - nestedNanos);
        long all = counted.values().stream().mapToLong(Long::longValue).sum();
        counted.putIfAbsent(main, 0L);
        List<Span> spans = new ArrayList<>();
        for (Map.Entry<Phase, Long> entry : counted.entrySet()) {
            Phase phase = entry.getKey();
            long share = all == 0 ? nanos : (long) (nanos * (double) entry.getValue() / all);
            Volume own = phase == main ? volume : Volume.NONE;
            spans.add(new Span(phase, who, thread, interval, share, own));
        }
        return spans;
    }

    private synchronized Map<Phase, Long> looks() {
        return new EnumMap<>(looks);
    }
}
