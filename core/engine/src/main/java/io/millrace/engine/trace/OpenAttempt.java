package io.millrace.engine.trace;

import io.millrace.engine.trace.AttemptSpan.Outcome;
import org.jspecify.annotations.Nullable;

/** A running attempt. Created on its thread; the trace's lock guards its counts. */
final class OpenAttempt {

    private final Phase main;
    private final String who;
    private String thread = Thread.currentThread().getName();
    private final @Nullable AttemptEvent event = FlightRecording.attempt();
    private final long startNanos = System.nanoTime();
    private final ThreadCpu cpu = new ThreadCpu();
    private boolean elsewhere;
    private long records;
    private long bytes;

    /** Records collected for a loop that is not traced yet. */
    private long collectedRecords;

    private long collectedBytes;

    OpenAttempt(Phase main, String who) {
        this.main = main;
        this.who = who;
    }

    void collected(long moreRecords, long moreBytes) {
        collectedRecords += moreRecords;
        collectedBytes += moreBytes;
    }

    /** Replaces what was collected, for a combiner may have made less of it. */
    void handled(Volume more) {
        records += more.records();
        bytes += more.bytes();
        collectedRecords = 0;
        collectedBytes = 0;
    }

    /** Another process runs the attempt, and the thread only waits for it. */
    void runsElsewhere() {
        elsewhere = true;
    }

    /** It runs in this slot of another process. */
    void runsIn(String slot) {
        thread = slot;
    }

    /** The attempt so far. */
    AttemptSpan now(Outcome outcome) {
        Interval interval = new Interval(startNanos, System.nanoTime());
        Volume volume = new Volume(records + collectedRecords, bytes + collectedBytes);
        return new AttemptSpan(
                Span.whole(main, who, thread, interval, volume),
                outcome,
                elsewhere ? ThreadCpu.UNKNOWN : cpu.nanos());
    }

    AttemptSpan end(String job, Outcome outcome) {
        AttemptSpan span = now(outcome);
        if (event != null) {
            event.commit(job, span);
        }
        return span;
    }
}
