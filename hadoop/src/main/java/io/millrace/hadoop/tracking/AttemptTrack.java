package io.millrace.hadoop.tracking;

import io.millrace.hadoop.task.AttemptStatus;
import org.apache.hadoop.mapred.Counters;
import org.apache.hadoop.mapred.TaskAttemptID;
import org.jspecify.annotations.Nullable;

/**
 * One attempt as the tracker remembers it. Once it has ended, only what clients may still ask for
 * is kept, and its counters packed: a process remembers many jobs of many tasks. Guarded by the
 * tracker's lock.
 */
final class AttemptTrack {

    /** How an attempt stands. */
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

    /**
     * Notes how the attempt ended. Its counters are kept if it succeeded, and count for nothing if
     * not.
     */
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

    TaskAttemptID id() {
        return id;
    }

    /** What the attempt writes to, or null once it has ended. */
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
     * The live counters of a running attempt, a copy of those of one that succeeded, none of one
     * that did not.
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
