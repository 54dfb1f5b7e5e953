package io.millrace.hadoop.tracking;

import io.millrace.hadoop.task.AttemptStatus;
import org.apache.hadoop.mapred.Counters;
import org.apache.hadoop.mapred.TaskAttemptID;
import org.jspecify.annotations.Nullable;

/**
 * The tracker's record of one attempt. Once the attempt has ended, only data that clients may still
 * query is kept, with packed counters, because a process remembers many jobs with many tasks.
 * Guarded by the tracker's lock.
 */
final class AttemptTrack {

    /** The state of an attempt. */
    enum Outcome {
        RUNNING,
        SUCCEEDED,
        FAILED,
        KILLED
    }

    private final TaskAttemptID id;
    private final long startMillis;
    private @Nullable AttemptStatus running;
    private Outcome outcome = Outcome.RUNNING;
    private long finishMillis;
    private String text = "";
    private @Nullable PackedCounters packed;
    private @Nullable String diagnostics;

    AttemptTrack(AttemptStatus status, long startMillis) {
        this.id = status.id();
        this.running = status;
        this.startMillis = startMillis;
    }

    /** Notes the end of the attempt. Keeps its counters only if it succeeded. */
    void end(Outcome how, long nowMillis, @Nullable String why) {
        outcome = how;
        finishMillis = nowMillis;
        diagnostics = why;
        if (running != null) {
            text = running.text();
            packed = how == Outcome.SUCCEEDED ? PackedCounters.of(running.counters()) : null;
            running = null;
        }
    }

    /** Notes that the output of an attempt that has succeeded was lost. */
    void lose(String why) {
        outcome = Outcome.KILLED;
        diagnostics = why;
        packed = null;
    }

    TaskAttemptID id() {
        return id;
    }

    /** The status that the attempt writes to, or null once it has ended. */
    @Nullable AttemptStatus running() {
        return running;
    }

    Outcome outcome() {
        return outcome;
    }

    float progress() {
        return running != null ? running.progress() : outcome == Outcome.SUCCEEDED ? 1 : 0;
    }

    String text() {
        return running != null ? running.text() : text;
    }

    /**
     * The live counters of a running attempt, a copy of those of a successful one, and none of a
     * failed or killed one.
     */
    Counters counters() {
        if (running != null) {
            return running.counters();
        }
        return packed == null ? new Counters() : packed.unpack();
    }

    long startMillis() {
        return startMillis;
    }

    /** 0 while the attempt runs. */
    long finishMillis() {
        return finishMillis;
    }

    long millis() {
        return finishMillis - startMillis;
    }

    /** Why the attempt failed or was killed, or null. */
    @Nullable String diagnostics() {
        return diagnostics;
    }
}
